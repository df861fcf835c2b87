import { expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import { lintErrors, lintProblems } from './support/openapi-lint.ts';

const served = async (path: string): Promise<object> => {
  const { url } = await TestApp.shared();
  return (await (await fetch(`${url}${path}`)).json()) as object;
};

it('/openapi.json has no error and no unexplained warning under the recommended rules of Redocly', async () => {
  expect(await lintProblems(await served('/openapi.json'))).toEqual([]);
});

it('/openapi-3.0.json has no error under these rules', async () => {
  expect(await lintErrors(await served('/openapi-3.0.json'))).toEqual([]);
});
