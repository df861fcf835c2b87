import { VERSION } from '../../foundation/config.ts';
import type { Api, Json } from './api.ts';
import { connect, type ServerOptions } from './connect.ts';
import { checkIntegration } from './doctor-integration.ts';
import type { Finding } from './finding.ts';
import type { Ended, Invocation } from './invocation.ts';

interface DoctorOptions extends ServerOptions {
  integration?: string;
}

type Check = (api: Api) => Promise<Finding>;

const finding = (check: string, isOk: boolean, message: string): Finding => ({ check, isOk, message });

/** Checks of the server and the platform. */
const checks: readonly Check[] = [
  async ({ credentials: { url } }) => {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    return finding(
      'server',
      response?.status === 200,
      response ? `${url} answers ${response.status}` : `${url} is down`,
    );
  },
  async (api) => {
    // Without a document the version is undefined; another finding reports that the server is down.
    const { info } = await api.document().catch(() => ({ info: undefined }));
    const version = info?.version;
    return finding('version', version === VERSION, `the server is ${version}, this command is ${VERSION}`);
  },
  async (api) => {
    const { supportedCurrencies } = await api.get('/config');
    return finding('credentials', true, `accepted; the platform has ${supportedCurrencies.length} currencies`);
  },
  async (api) => {
    const endpoint = await api.get('/webhooks/endpoint');
    return finding('endpoint', endpoint.state !== 'DISABLED' && !endpoint.failingSince, endpointState(endpoint));
  },
  async (api) => {
    const { data } = await api.get('/webhooks/events?status=FAILED&limit=1');
    const [failed] = data as Json[];
    return finding(
      'deliveries',
      !failed,
      failed ? `${failed.id} was not delivered: "causeway events resend"` : 'none failed',
    );
  },
  async (api) => {
    const { offsetSeconds, pending } = await api.get('/sandbox/clock');
    return finding('clock', true, `${offsetSeconds} s ahead of real time, ${pending.length} things pending`);
  },
];

function endpointState({ url, state, disabledAt, failingSince, pending, oldestPendingAt }: Json): string {
  if (state === 'NOT_SET') return 'no webhookEndpoint; "causeway listen" works';
  const backlog =
    pending > 0
      ? `; ${pending} ${pending === 1 ? 'event waits' : 'events wait'}, the oldest since ${oldestPendingAt}`
      : '';
  if (state === 'DISABLED') return `${url} is disabled since ${disabledAt}${backlog}; set webhookEndpoint again`;
  if (failingSince) return `${url} fails since ${failingSince}${backlog}; "causeway doctor --integration ${url}"`;
  return `events go to ${url}${backlog}`;
}

/** Reports the result of each check; a failed check sets exit code 1. */
export async function doctor(invocation: Invocation<DoctorOptions>): Promise<Ended> {
  const { options, print } = invocation;
  const api = await connect(invocation);
  const found: Finding[] = [];
  const report = (one: Finding): void => {
    found.push(one);
    print(one, `${one.isOk ? 'ok    ' : 'FAILED'} ${one.check}: ${one.message}`);
  };
  for (const check of checks) report(await check(api));
  if (options.integration) for await (const one of checkIntegration(api, options.integration)) report(one);
  return { exit: found.every(({ isOk }) => isOk) ? 'OK' : 'FINDINGS' };
}
