import { Vault } from '../db/vault.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import { createPlatform, listPlatforms, type PlatformSummary } from '../platforms/platforms.ts';
import { UsageError } from './errors.ts';
import type { Invocation } from './invocation.ts';
import { type Result, table } from './output.ts';
import { openRuntime, openSchema, using } from './runtime.ts';

interface CreateOptions {
  name: string;
  mode: PlatformMode;
  unregulated?: boolean;
}

export async function create(invocation: Invocation<CreateOptions>): Promise<Result> {
  const { config, options } = invocation;
  const { name, mode } = options;
  if (mode === 'PRODUCTION' && config.masterKeys.length === 0) throw masterKeyMissing();
  const isRegulatedFinancialInstitution = options.unregulated !== true;
  return using(openRuntime, invocation, async ({ db, masterKeys, clock }) => {
    const at = clock.now();
    const vault = await Vault.open(db, masterKeys, at);
    const wish = { name, mode, isRegulatedFinancialInstitution, at };
    const { id, token } = await createPlatform(db, vault, wish);
    const rows = [
      ['Platform', id],
      ['Name', name],
      ['Mode', mode],
      ['Token', `${token.clientId} : ${token.clientSecret}   (shown only now)`],
    ];
    return { json: { id, name, mode, isRegulatedFinancialInstitution, createdAt: at, token }, text: table(rows) };
  });
}

const masterKeyMissing = () =>
  new UsageError(
    'A production platform needs a master key that is kept outside of the data directory.',
    'Set MASTER_KEY (openssl rand -hex 32); a database that already has a key is moved to it by "causeway keys rotate" with the old one as MASTER_KEY_PREVIOUS.',
  );

const PAGE = 100;

export async function list(invocation: Invocation): Promise<Result> {
  return using(openSchema, invocation, async ({ db }) => {
    const data: PlatformSummary[] = [];
    let cursor: string | undefined;
    do {
      const found = await listPlatforms(db, { limit: PAGE, cursor });
      data.push(...found.data);
      cursor = found.nextCursor;
    } while (cursor !== undefined);
    const rows = data.map(({ id, mode, createdAt, name }) => [id, mode, createdAt.toISOString(), name]);
    return { json: { data }, text: data.length === 0 ? 'There are no platforms yet.' : table(rows) };
  });
}
