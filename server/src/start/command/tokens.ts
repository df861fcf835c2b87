import { Vault } from '../../foundation/db/vault.ts';
import type { Permission } from '../../foundation/kernel/callers.ts';
import { openRuntime } from '../../foundation/runtime/runtime.ts';
import { addToken } from '../../surfaces/operator/interventions.ts';
import type { Invocation } from './invocation.ts';
import { alignedTable, type Result } from './output.ts';
import { systemUser } from './system-user.ts';
import { withDatabase } from './with-database.ts';

interface CreateOptions {
  platform: string;
  name: string;
  permissions: readonly Permission[];
}

export function create(invocation: Invocation<CreateOptions>): Promise<Result> {
  const { platform: platformId, name, permissions } = invocation.options;
  return withDatabase(openRuntime, invocation, async ({ db, masterKeys, clock }) => {
    const vault = await Vault.open(db, masterKeys, clock.now());
    const request = { platformId, name, permissions };
    const token = await addToken({ db, vault }, request, { systemUser: systemUser(), now: clock.now() });
    const rows = [
      ['Id', token.id],
      ['Permissions', token.permissions.join(', ')],
      ['Token', `${token.clientId} : ${token.clientSecret}   (shown only now)`],
    ];
    return { json: token, text: alignedTable(rows) };
  });
}
