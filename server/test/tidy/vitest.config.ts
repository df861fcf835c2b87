import { defineConfig } from 'vitest/config';

/** For `npm run check`: the tidy test alone, without the database that the other tests set up. */
export default defineConfig({ test: { include: ['server/test/tidy.test.ts'] } });
