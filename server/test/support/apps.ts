import { afterEach } from 'vitest';
import { TestApp } from './app.ts';

type Start = (options?: Parameters<typeof TestApp.start>[0]) => Promise<TestApp>;

/** Starts apps for single tests, and stops them after the test, the last one first. */
export function appsOfEachTest(): Start {
  const apps: TestApp[] = [];
  afterEach(async () => {
    for (const app of apps.splice(0).reverse()) await app.stop();
  });
  return async (options = {}) => {
    const app = await TestApp.start(options);
    apps.push(app);
    return app;
  };
}
