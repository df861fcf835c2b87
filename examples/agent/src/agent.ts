import * as api from '@causeway/client';

export interface Invoice {
  number: string;
  /** In US cents. */
  amount: number;
  payee: api.ExternalAccountId;
}

/** Connects an agent that pays up to 100.00 US dollars alone and up to 500.00 with an approval. */
export async function connectAgent(cw: api.Client, baseUrl: string, customerId: api.CustomerId) {
  const { deviceCode } = await cw.agents.create({
    name: 'Bookkeeper',
    customerId,
    policy: {
      permissions: ['VIEW_TRANSACTIONS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
      defaultExecutionMode: 'AUTO',
      spendingLimits: { currency: 'USD', perTransactionLimit: 50_000 },
      approvalThresholds: { currency: 'USD', amount: 10_000 },
    },
  });
  return api.redeemAgent({ baseUrl, code: deviceCode.code });
}

/** Pays an invoice as the agent. The policy decides: the action is APPROVED or PENDING_APPROVAL, or the limit rejects it. */
export async function payInvoice(agent: api.AgentClient, { number, amount, payee }: Invoice) {
  const [account] = (await agent.internalAccounts.list({ currency: 'USD' })).data;
  const quote: api.QuoteRequest = {
    source: { sourceType: 'ACCOUNT', accountId: account?.id ?? '' },
    destination: { destinationType: 'ACCOUNT', accountId: payee },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amount,
    description: number,
  };
  const { id } = await agent.quotes.create(quote, { idempotencyKey: `quote ${number}` });
  return agent.quotes.execute(id, { idempotencyKey: `pay ${number}` }).asResult();
}

/** Decides on the actions that wait for an approval, as a person would in a console of the platform. */
export async function decide(cw: api.Client, isApproved: (action: api.AgentAction) => boolean): Promise<void> {
  for await (const action of cw.agents.approvals.list()) {
    if (isApproved(action)) await cw.agents.actions.approve(action.agentId, action.id);
    else await cw.agents.actions.reject(action.agentId, action.id, { reason: 'No such order.' });
  }
}
