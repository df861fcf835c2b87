import { findExternalAccount } from '../accounts/external-record.ts';
import { findInternalAccount } from '../accounts/internal-accounts.ts';
import { ApiError } from '../kernel/errors.ts';
import { isInternal } from '../quotes/payer.ts';
import { beginningChecks, readingChecks, refusalOf } from './checks.ts';
import type { Acting, AgentNeeds } from './needs.ts';
import type { AgentPermission } from './policy.ts';
import { type Agent, callingAgent } from './record.ts';

/** What each operation of an agent takes: any one of these permissions. */
const needed = {
  // Itself, its quotes and its actions.
  readOwn: [],
  readTransactions: ['VIEW_TRANSACTIONS'],
  readBalances: ['VIEW_TRANSACTIONS'],
  // Whoever may pay has to see whom.
  readPayees: ['MANAGE_EXTERNAL_ACCOUNTS', 'VIEW_TRANSACTIONS', 'CREATE_QUOTES', 'CREATE_TRANSFERS'],
  changePayees: ['MANAGE_EXTERNAL_ACCOUNTS'],
  createQuote: ['CREATE_QUOTES'],
  executeQuote: ['EXECUTE_QUOTES'],
  transfer: ['CREATE_TRANSFERS'],
} as const satisfies Record<string, readonly AgentPermission[]>;
export type Doing = keyof typeof needed;

export const permissionsFor = (doing: Doing): readonly AgentPermission[] => needed[doing];

const reading: readonly Doing[] = ['readOwn', 'readTransactions', 'readBalances', 'readPayees'];

/** The agent, if its policy lets it do this with these accounts; a paused one may only read. */
export async function admitted(
  { db }: Pick<AgentNeeds, 'db'>,
  { platform, agentId }: Acting,
  doing: Doing,
  accounts: readonly string[] = [],
): Promise<Agent> {
  const agent = await callingAgent(db, platform.id, agentId);
  const checks = reading.includes(doing) ? readingChecks : beginningChecks;
  const refusal = refusalOf({ ...agent, permissions: needed[doing], accounts }, checks);
  if (refusal) throw refusal;
  return agent;
}

/** Accounts of others are not there for an agent. */
export async function ownInternalAccount(needs: AgentNeeds, { platform, customerId }: Acting, id: string) {
  const account = await findInternalAccount(needs, platform.id, id);
  if (account.ownerId === customerId) return account;
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such internal account.', {
    hint: 'GET /agents/me/internal-accounts lists the accounts.',
  });
}

export async function ownExternalAccount(needs: AgentNeeds, { platform, customerId }: Acting, id: string) {
  const account = await findExternalAccount(needs.db, { platformId: platform.id, id, owner: 'CUSTOMER' });
  if (account.customerId === customerId) return account;
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such external account.', {
    hint: 'GET /agents/me/external-accounts lists the accounts.',
  });
}

/** Of either kind. */
export const ownAccount = (needs: AgentNeeds, acting: Acting, id: string) =>
  isInternal(id) ? ownInternalAccount(needs, acting, id) : ownExternalAccount(needs, acting, id);

/** The accounts that a policy looks at: what is debited, and where what comes in from elsewhere goes. */
export const judgedAccounts = (source: string, destination: string | null): string[] =>
  !isInternal(source) && destination !== null && isInternal(destination) ? [source, destination] : [source];
