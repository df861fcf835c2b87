import { createConfig, lintFromString } from '@redocly/openapi-core';

/** Warnings that stay, with their reasons. `npm run check:openapi` allows the same ones. */
export const explained: Readonly<Record<string, string>> = {
  'no-server-example.com': 'the address of a server on a laptop is localhost',
  'no-ambiguous-paths': 'the paths are those of the API family, and literal ones come first',
};

/** Problems of a document under the recommended rules of Redocly, beyond the explained warnings. */
export const lintProblems = (document: object): Promise<unknown[]> =>
  found(document, ({ ruleId, severity }) => severity === 'error' || !(ruleId in explained));

/** Only errors, for OpenAPI 3.0: Redocly's check of examples gives wrong warnings, because it expects keywords of 3.1. */
export const lintErrors = (document: object): Promise<unknown[]> =>
  found(document, ({ severity }) => severity === 'error');

type Problem = Awaited<ReturnType<typeof lintFromString>>[number];

async function found(document: object, isOne: (problem: Problem) => boolean): Promise<unknown[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.filter(isOne).map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
}
