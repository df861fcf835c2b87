import { Vault } from '../../foundation/db/vault.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { UsageError } from '../../foundation/runtime/errors.ts';
import { openRuntime, openSchema } from '../../foundation/runtime/runtime.ts';
import { listPlatforms, type PlatformSummary } from '../../parties/platforms/platforms.ts';
import { addPlatform } from '../../surfaces/operator/interventions.ts';
import type { Invocation } from './invocation.ts';
import { alignedTable, type Result } from './output.ts';
import { systemUser } from './system-user.ts';
import { withDatabase } from './with-database.ts';

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
  return withDatabase(openRuntime, invocation, async ({ db, masterKeys, clock }) => {
    const at = clock.now();
    const vault = await Vault.open(db, masterKeys, at);
    const deps = { db, vault, allowsProduction: config.masterKeys.length > 0 };
    const request = { name, mode, isRegulatedFinancialInstitution };
    const platform = await addPlatform(deps, request, { systemUser: systemUser(), now: at });
    const { id, token } = platform;
    const rows = [
      ['Platform', id],
      ['Name', name],
      ['Mode', mode],
      ['Token', `${token.clientId} : ${token.clientSecret}   (shown only now)`],
    ];
    return { json: platform, text: alignedTable(rows) };
  });
}

const masterKeyMissing = () =>
  new UsageError(
    'A production platform requires a master key that is stored outside the data directory.',
    'Set MASTER_KEY (openssl rand -hex 32). If the database has a key already, run "causeway keys rotate" with the old one as MASTER_KEY_PREVIOUS.',
  );

const PAGE_SIZE = 100;

export async function list(invocation: Invocation): Promise<Result> {
  return withDatabase(openSchema, invocation, async ({ db }) => {
    const data: PlatformSummary[] = [];
    let cursor: string | undefined;
    do {
      const page = await listPlatforms(db, { limit: PAGE_SIZE, cursor });
      data.push(...page.data);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    const rows = data.map(({ id, mode, createdAt, name }) => [id, mode, createdAt.toISOString(), name]);
    return { json: { data }, text: data.length === 0 ? 'There are no platforms yet.' : alignedTable(rows) };
  });
}
