import { defineConfig } from 'vitest/config';

/** For `npm run check`: the tests of structure and language, without the database that the other tests set up. */
export default defineConfig({ test: { include: ['server/test/tidy.test.ts', 'server/test/language.test.ts'] } });
