import { type Config, consoleSite } from '../../foundation/config.ts';
import { Vault } from '../../foundation/db/vault.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { idPattern } from '../../foundation/kernel/ids.ts';
import { AddressFile } from '../../foundation/runtime/address-file.ts';
import { UsageError } from '../../foundation/runtime/errors.ts';
import { openRuntime, openSchema } from '../../foundation/runtime/runtime.ts';
import { invitationUrl, inviteAgain, invitePerson } from '../../surfaces/operator/invitations.ts';
import {
  createOperator,
  type ListedOperator,
  listOperators,
  operatorState,
  revokeOperator,
} from '../../surfaces/operator/operators.ts';
import type { Invocation } from './invocation.ts';
import { alignedTable, type Result } from './output.ts';
import { systemUser } from './system-user.ts';
import { withDatabase } from './with-database.ts';

interface CreateOptions {
  name: string;
  /** In milliseconds. */
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

const isOperatorId = (text: string): boolean => new RegExp(idPattern('Operator')).test(text);

/** Invites a new person by name, or an existing person by id. */
export function invite(invocation: Invocation<{ name: string }>): Promise<Result> {
  const {
    config,
    options: { name: subject },
  } = invocation;
  return withDatabase(openRuntime, invocation, async ({ db, masterKeys, clock }) => {
    const at = clock.now();
    const vault = await Vault.open(db, masterKeys, at);
    const by = { systemUser: systemUser() };
    const invited = isOperatorId(subject) ? inviteAgain : invitePerson;
    const { id, name, code, expiresAt } = await invited({ db, vault }, subject, { at, by });
    const url = invitationUrl(consoleSite(config, await serverUrl(config)), code);
    const rows = [
      ['Operator', id],
      ['Name', name],
      ['Link', `${url}   (works once)`],
      ['Expires', expiresAt.toISOString()],
    ];
    return { json: { id, name, url, expiresAt }, text: alignedTable(rows) };
  });
}

/** URL of the running server, or of the server with these settings. */
const serverUrl = async ({ port, dataDir }: Config): Promise<string> =>
  (await new AddressFile(dataDir).read())?.url ?? `http://localhost:${port}`;

export function list(invocation: Invocation): Promise<Result> {
  return withDatabase(openSchema, invocation, async ({ db, clock }) => {
    const now = clock.now();
    const data = (await listOperators(db)).map((operator) => ({ ...operator, state: operatorState(operator, now) }));
    const rows = data.map((operator) => [
      operator.id,
      operator.kind,
      operator.state,
      operator.createdAt.toISOString(),
      accessText(operator),
      operator.name,
    ]);
    return { json: { data }, text: data.length === 0 ? 'There are no operators yet.' : alignedTable(rows) };
  });
}

function accessText({ kind, passkeys, expiresAt }: ListedOperator): string {
  if (kind === 'PERSON') return `${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`;
  return expiresAt ? `expires ${expiresAt.toISOString()}` : 'does not expire';
}

export function revoke(invocation: Invocation<{ operator: string }>): Promise<Result> {
  return withDatabase(openSchema, invocation, async ({ db, clock }) => {
    const by = { systemUser: systemUser() };
    const operator = await revokeOperator(db, invocation.options.operator, { at: clock.now(), by });
    return { json: operator, text: `${operator.name} (${operator.id}) is revoked.` };
  });
}
