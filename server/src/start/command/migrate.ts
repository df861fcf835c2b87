import { openSchema } from '../../foundation/runtime/runtime.ts';
import type { Invocation } from './invocation.ts';
import type { Result } from './output.ts';
import { withDatabase } from './with-database.ts';

export function migrateSchema(invocation: Invocation): Promise<Result> {
  return withDatabase(openSchema, invocation, async ({ migrated: { from, to }, description }) => ({
    json: { from, to, database: description },
    text:
      from === to
        ? `The schema is up to date: version ${to}.`
        : `The schema was migrated from version ${from} to ${to}.`,
  }));
}
