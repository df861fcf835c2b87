import { createConfig, lintFromString } from '@redocly/openapi-core';

/** Errors of a document under the recommended rules of Redocly. */
export async function lintErrors(document: object): Promise<unknown[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
}
