import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from '../../../server/test/support/app.ts';
import { generateClient, generateRoutes, generateTypes } from '../../generate/client.ts';
import type { Document } from '../../generate/document.ts';

let app: TestApp;
let document: Document;
beforeAll(async () => {
  app = await TestApp.shared();
  document = (await (await fetch(`${app.url}/openapi.json`)).json()) as Document;
});
afterAll(() => app.stop());

describe('the generated files', () => {
  it.each(Object.entries({ 'types.ts': generateTypes, 'client.ts': generateClient, 'routes.ts': generateRoutes }))(
    '%s is what the document of the service gives',
    async (name, generate) => {
      const file = fileURLToPath(new URL(`../src/generated/${name}`, import.meta.url));
      await expect(generate(document)).toMatchFileSnapshot(file);
    },
  );
});
