import { noReceipt } from '../db/receipt.ts';
import { Vault } from '../db/vault.ts';
import type { Permission } from '../kernel/callers.ts';
import { addMs } from '../kernel/clock.ts';
import { findPlatform, readClockOffset } from '../platforms/platforms.ts';
import { createToken } from '../platforms/tokens.ts';
import type { Invocation } from './invocation.ts';
import { type Result, table } from './output.ts';
import { openRuntime, using } from './runtime.ts';

interface CreateOptions {
  platform: string;
  name: string;
  permissions: readonly Permission[];
}

export function create(invocation: Invocation<CreateOptions>): Promise<Result> {
  const { platform: platformId, name, permissions } = invocation.options;
  return using(openRuntime, invocation, async ({ db, masterKeys, clock }) => {
    const vault = await Vault.open(db, masterKeys, clock.now());
    await findPlatform(db, platformId);
    const at = addMs(clock.now(), await readClockOffset(db, platformId));
    const token = JSON.parse(await createToken(db, vault, { platformId, name, permissions, at }, noReceipt));
    const rows = [
      ['Id', token.id],
      ['Permissions', token.permissions.join(', ')],
      ['Token', `${token.clientId} : ${token.clientSecret}   (shown only now)`],
    ];
    return { json: token, text: table(rows) };
  });
}
