import { expect } from 'vitest';
import { randomDigits } from '../../src/foundation/kernel/ids.ts';
import { type Answer, Client } from './client.ts';
import type { Example } from './examples.ts';
import { exampleRequest } from './external-accounts.ts';
import { newPayer, type Payer, payeeWithSuffix, quoteFor } from './payments.ts';

export const everyPermission = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
];

/** May act without approval, up to generous limits. */
export const policyWith = ({
  spendingLimits,
  ...more
}: {
  spendingLimits?: object;
  [member: string]: unknown;
} = {}) => ({
  permissions: everyPermission,
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_000, ...spendingLimits },
  ...more,
});

/** A connected agent, its customer, and a payee. */
export interface TestAgent {
  id: string;
  client: Client;
  platform: Client;
  payer: Payer;
  payee: string;
}

interface NewAgent {
  policy?: object;
  payer?: Payer;
  /** Suffix of the payee's account, which selects the outcome of payments to it. */
  suffix?: string;
}

export async function newAgent(platform: Client, given: NewAgent = {}): Promise<TestAgent> {
  const payer = given.payer ?? (await newPayer(platform));
  const { agent, deviceCode } = await createdAgent(platform, { payer, policy: given.policy });
  const { body } = await redeem(platform, deviceCode.code);
  const payee = await payeeWithSuffix(platform, payer.customerId, given.suffix ?? '111');
  return { id: agent.id, client: agentClient(platform, body), platform, payer, payee };
}

export async function createdAgent(
  platform: Client,
  { payer, policy = policyWith() }: { payer: Payer; policy?: object | undefined },
) {
  const { status, body, text } = await platform.post('/agents', { name: 'Nova', customerId: payer.customerId, policy });
  expect(status, text).toBe(201);
  return body;
}

export const agentClient = (platform: Client, { accessToken }: { accessToken: string }): Client =>
  new Client({ ...platform, accessToken });

export const redeem = (platform: Client, code: string): Promise<Answer> =>
  platform.post(`/agents/device-codes/${code}/redeem`);

/** A quote created by the agent. */
export async function agentQuote({ client, payer, payee }: TestAgent, amount = 10_000): Promise<any> {
  const { status, body, text } = await client.post(
    '/agents/me/quotes',
    quoteFor(payer, payee, { lockedCurrencyAmount: amount }),
  );
  expect(status, text).toBe(201);
  return body;
}

export const execute = ({ client }: TestAgent, quoteId: string): Promise<Answer> =>
  client.post(`/agents/me/quotes/${quoteId}/execute`);

/** Quoted and executed. */
export const pay = async (agent: TestAgent, amount?: number): Promise<Answer> =>
  execute(agent, (await agentQuote(agent, amount)).id);

export const transferOut = ({ client, payer, payee }: TestAgent, amount = 10_000): Promise<Answer> =>
  client.post('/agents/me/transfer-out', {
    source: { accountId: payer.accountId },
    destination: { accountId: payee },
    amount,
  });

export const transferIn = ({ client, payer, payee }: TestAgent, amount = 10_000): Promise<Answer> =>
  client.post('/agents/me/transfer-in', {
    source: { accountId: payee },
    destination: { accountId: payer.accountId },
    amount,
  });

export const usageOf = async ({ client }: TestAgent) => (await client.get('/agents/me')).body.usage;

export const APPROVAL = { defaultExecutionMode: 'APPROVAL_REQUIRED' };

const known = new WeakMap<Client, Promise<TestAgent>>();

/** A shared agent of a platform, for calls that do not change it. */
export function agentOf(platform: Client): Promise<TestAgent> {
  const agent = known.get(platform) ?? newAgent(platform);
  known.set(platform, agent);
  return agent;
}

type MakeExample = (platform: Client) => Example | Promise<Example>;

const ofAgent = async (platform: Client): Promise<Example> => ({ params: { agentId: (await newAgent(platform)).id } });
const asAgent = async (platform: Client): Promise<Example> => ({ as: (await agentOf(platform)).client });

async function waitingAction(platform: Client): Promise<Example> {
  const agent = await newAgent(platform, { policy: policyWith(APPROVAL) });
  const { body } = await transferOut(agent);
  return { params: { agentId: agent.id, actionId: body.id } };
}

async function unconnected(platform: Client) {
  return createdAgent(platform, { payer: await newPayer(platform) });
}

async function asAgentWith(platform: Client, make: (agent: TestAgent) => Promise<Example>): Promise<Example> {
  const agent = await agentOf(platform);
  return { as: agent.client, ...(await make(agent)) };
}

const ofQuote = async (agent: TestAgent): Promise<Example> => ({ params: { quoteId: (await agentQuote(agent)).id } });
const ofPayee = async ({ platform, payer }: TestAgent): Promise<Example> => ({
  params: { externalAccountId: await payeeWithSuffix(platform, payer.customerId, '111') },
});

/** A new external account. */
function newBank(): object {
  const { accountInfo, ...example } = exampleRequest('GBP_ACCOUNT') as { accountInfo: object };
  return { ...example, accountInfo: { ...accountInfo, accountNumber: randomDigits(8) } };
}

/** Every operation on agents and by agents, once. */
export const agentExamples: Record<string, MakeExample> = {
  createAgent: async (platform) => {
    const { customerId } = await newPayer(platform);
    return { body: { name: 'Nova', customerId, policy: policyWith() } };
  },
  listAgents: () => ({}),
  listAgentApprovals: () => ({}),
  getAgentById: ofAgent,
  updateAgent: async (platform) => ({ ...(await ofAgent(platform)), body: { isPaused: true } }),
  deleteAgent: ofAgent,
  updateAgentPolicy: async (platform) => ({ ...(await ofAgent(platform)), body: APPROVAL }),
  regenerateAgentDeviceCode: async (platform) => ({ params: { agentId: (await unconnected(platform)).agent.id } }),
  getAgentDeviceCodeStatus: async (platform) => ({ params: { code: (await unconnected(platform)).deviceCode.code } }),
  redeemAgentDeviceCode: async (platform) => ({ params: { code: (await unconnected(platform)).deviceCode.code } }),
  approveAgentAction: waitingAction,
  rejectAgentAction: async (platform) => ({
    ...(await waitingAction(platform)),
    body: { reason: 'The payee is not known' },
  }),
  getAgentMe: asAgent,
  agentListTransactions: asAgent,
  agentGetTransaction: (platform) =>
    asAgentWith(platform, async (agent) => ({ params: { transactionId: (await agentQuote(agent)).transactionId } })),
  agentCreateQuote: (platform) => asAgentWith(platform, async ({ payer, payee }) => ({ body: quoteFor(payer, payee) })),
  agentGetQuote: (platform) => asAgentWith(platform, ofQuote),
  agentExecuteQuote: (platform) => asAgentWith(platform, ofQuote),
  agentListActions: (platform) =>
    asAgentWith(platform, async (agent) => {
      await pay(agent);
      return {};
    }),
  agentGetAction: (platform) =>
    asAgentWith(platform, async (agent) => ({ params: { actionId: (await pay(agent)).body.id } })),
  agentCreateTransferIn: (platform) =>
    asAgentWith(platform, async ({ payer, payee }) => ({
      body: { source: { accountId: payee }, destination: { accountId: payer.accountId }, amount: 1_000 },
    })),
  agentCreateTransferOut: (platform) =>
    asAgentWith(platform, async ({ payer, payee }) => ({
      body: { source: { accountId: payer.accountId }, destination: { accountId: payee }, amount: 1_000 },
    })),
  agentListInternalAccounts: asAgent,
  agentListExternalAccounts: asAgent,
  agentCreateExternalAccount: (platform) => asAgentWith(platform, async () => ({ body: newBank() })),
  agentGetExternalAccount: (platform) => asAgentWith(platform, ofPayee),
  agentDeleteExternalAccount: (platform) => asAgentWith(platform, ofPayee),
};
