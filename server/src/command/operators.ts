import { Vault } from '../db/vault.ts';
import { addMs } from '../kernel/clock.ts';
import { createOperator, listOperators, operatorState, revokeOperator } from '../operator/operators.ts';
import { UsageError } from '../runtime/errors.ts';
import { openRuntime, openSchema } from '../runtime/runtime.ts';
import type { Invocation } from './invocation.ts';
import { alignedTable, type Result } from './output.ts';
import { systemUser } from './system-user.ts';
import { withDatabase } from './with-database.ts';

interface CreateOptions {
  name: string;
  /** Milliseconds. */
  expiresIn?: number;
  expiresAt?: Date;
}

export function create(invocation: Invocation<CreateOptions>): Promise<Result> {
  return withDatabase(openRuntime, invocation, async ({ db, masterKeys, clock }) => {
    const at = clock.now();
    const vault = await Vault.open(db, masterKeys, at);
    const { name } = invocation.options;
    const expiresAt = expiryOf(invocation.options, at);
    const operator = await createOperator(db, vault, { name, at, expiresAt, by: { systemUser: systemUser() } });
    const rows = [
      ['Operator', operator.id],
      ['Name', operator.name],
      ...(expiresAt ? [['Expires', expiresAt.toISOString()]] : []),
      ['Secret', `${operator.secret}   (shown only now)`],
    ];
    return { json: operator, text: alignedTable(rows) };
  });
}

function expiryOf({ expiresIn, expiresAt }: CreateOptions, now: Date): Date | undefined {
  if (expiresIn !== undefined) return addMs(now, expiresIn);
  if (expiresAt === undefined || expiresAt > now) return expiresAt;
  throw new UsageError('--expires-at must be in the future.', 'Give a later date, or --expires-in 90d.');
}

export function list(invocation: Invocation): Promise<Result> {
  return withDatabase(openSchema, invocation, async ({ db, clock }) => {
    const now = clock.now();
    const data = (await listOperators(db)).map((operator) => ({ ...operator, state: operatorState(operator, now) }));
    const rows = data.map(({ id, state, createdAt, expiresAt, name }) => [
      id,
      state,
      createdAt.toISOString(),
      expiresAt ? `expires ${expiresAt.toISOString()}` : 'does not expire',
      name,
    ]);
    return { json: { data }, text: data.length === 0 ? 'There are no operators yet.' : alignedTable(rows) };
  });
}

export function revoke(invocation: Invocation<{ operator: string }>): Promise<Result> {
  return withDatabase(openSchema, invocation, async ({ db, clock }) => {
    const by = { systemUser: systemUser() };
    const operator = await revokeOperator(db, invocation.options.operator, { at: clock.now(), by });
    return { json: operator, text: `The credentials of ${operator.name} (${operator.id}) are revoked.` };
  });
}
