import { Vault } from '../db/vault.ts';
import { createOperator, listOperators } from '../operator/operators.ts';
import type { Invocation } from './invocation.ts';
import { type Result, table } from './output.ts';
import { openRuntime, openSchema, using } from './runtime.ts';

export function create(invocation: Invocation<{ name: string }>): Promise<Result> {
  return using(openRuntime, invocation, async ({ db, masterKeys, clock }) => {
    const at = clock.now();
    const vault = await Vault.open(db, masterKeys, at);
    const operator = await createOperator(db, vault, { name: invocation.options.name, at });
    const rows = [
      ['Operator', operator.id],
      ['Name', operator.name],
      ['Secret', `${operator.secret}   (shown only now)`],
    ];
    return { json: operator, text: table(rows) };
  });
}

export function list(invocation: Invocation): Promise<Result> {
  return using(openSchema, invocation, async ({ db }) => {
    const data = await listOperators(db);
    const rows = data.map(({ id, createdAt, name }) => [id, createdAt.toISOString(), name]);
    return { json: { data }, text: data.length === 0 ? 'There are no operators yet.' : table(rows) };
  });
}
