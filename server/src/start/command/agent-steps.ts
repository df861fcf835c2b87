import { Api } from './api.ts';
import { account, customer, funds, payee, quoteBody } from './payment-steps.ts';
import type { Step } from './scene.ts';

const permissions = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
];

/** An agent of the customer that executes a quote. */
const agentPayment =
  (defaultExecutionMode: 'AUTO' | 'APPROVAL_REQUIRED'): Step =>
  async (scene) => {
    const spendingLimits = { currency: 'USD', perTransactionLimit: 1_000_000 };
    const policy = { permissions, defaultExecutionMode, spendingLimits };
    const body = { name: 'Nova', customerId: scene.id('Customer'), policy };
    const { agent, deviceCode } = await scene.api.post('/agents', body);
    scene.add(agent.id);
    const { accessToken } = await scene.api.post(`/agents/device-codes/${deviceCode.code}/redeem`);
    const asAgent = new Api(scene.api.credentials, accessToken);
    const { id } = await asAgent.post('/agents/me/quotes', quoteBody(scene));
    scene.add(id);
    const executed = await asAgent.post(`/agents/me/quotes/${id}/execute`);
    scene.add(executed.id);
  };

export const agentPaid: readonly Step[] = [customer(), account, funds, payee(), agentPayment('AUTO')];
export const agentWaits: readonly Step[] = [customer(), account, funds, payee(), agentPayment('APPROVAL_REQUIRED')];
