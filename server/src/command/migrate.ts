import type { Invocation } from './invocation.ts';
import type { Result } from './output.ts';
import { openSchema, using } from './runtime.ts';

export function migrateSchema(invocation: Invocation): Promise<Result> {
  return using(openSchema, invocation, async ({ migrated: { from, to }, description }) => ({
    json: { from, to, database: description },
    text:
      from === to
        ? `The schema is up to date: version ${to}.`
        : `The schema was brought from version ${from} to ${to}.`,
  }));
}
