import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from '../../../server/test/support/app.ts';
import { generateClient, generateRoutes, generateTypes } from '../../generate/client.ts';
import type { Document, Schema } from '../../generate/document.ts';
import { methodsOf } from '../../generate/operations.ts';
import { OPTION_NAMES } from '../src/request.ts';

let app: TestApp;
let document: Document;
beforeAll(async () => {
  app = await TestApp.shared();
  document = (await (await fetch(`${app.url}/openapi.json`)).json()) as Document;
});
afterAll(() => app.stop());

describe('the names of options', () => {
  it('are no members of queries and bodies, so that options are recognized by their names', () => {
    const properties = (schema: Schema): string[] => {
      const { $ref, properties: own = {}, anyOf = [], oneOf = [], allOf = [] } = schema;
      const referenced = $ref ? document.components.schemas[$ref.split('/').at(-1) ?? ''] : undefined;
      const parts = [...anyOf, ...oneOf, ...allOf, ...(referenced ? [referenced] : [])];
      return [...Object.keys(own), ...parts.flatMap(properties)];
    };
    const methods = methodsOf(document);
    const names = methods.flatMap(({ query, body }) => [
      ...(query ? properties(query) : []),
      ...(body ? properties(body.schema) : []),
    ]);
    expect(names).toContain('lockedCurrencyAmount');
    expect(OPTION_NAMES.filter((name) => names.includes(name))).toEqual([]);
  });
});

describe('the generated files', () => {
  it.each(Object.entries({ 'types.ts': generateTypes, 'client.ts': generateClient, 'routes.ts': generateRoutes }))(
    '%s is what the document of the service gives',
    async (name, generate) => {
      const file = fileURLToPath(new URL(`../src/generated/${name}`, import.meta.url));
      await expect(generate(document)).toMatchFileSnapshot(file);
    },
  );
});
