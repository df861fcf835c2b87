import type { TSchema } from '@sinclair/typebox';
import type { Route } from './route.ts';

/** Verbs at the end of a path that name an action instead of a resource. Only the first word is compared. */
const ACTIONS = new Set(
  (
    'advance approve assign audit authorize cancel challenge claim close complete confirm estimate execute export fund ' +
    'freeze invite receive record redeem redeliver refresh refund reject request resolve retry return reveal revoke rotate run send simulate ' +
    'start test trust unfreeze unlock untrust verify'
  ).split(' '),
);

const verbs: Readonly<Record<Route['method'], string>> = {
  GET: 'get',
  POST: 'create',
  PATCH: 'update',
  PUT: 'replace',
  DELETE: 'delete',
};

/** Method names by operationId, for operations whose derived name would be awkward or repetitive. */
export const exceptions: Readonly<Record<string, string>> = {
  uploadCustomersCsv: 'customers.bulk.uploadCsv',
  sendCustomerEmailVerification: 'customers.verifyEmail',
  confirmCustomerEmailVerification: 'customers.confirmEmail',
  sendCustomerPhoneVerification: 'customers.verifyPhone',
  confirmCustomerPhoneVerification: 'customers.confirmPhone',
  createCustomerKycLink: 'customers.createKycLink',
  confirmBeneficiaryTrust: 'customers.externalAccounts.confirmTrust',
  confirmBeneficiaryUntrust: 'customers.externalAccounts.confirmUntrust',
  resendQuoteScaCode: 'quotes.resendCode',
  openStream: 'stream.open',
  uploadDocument: 'documents.upload',
  lookupUma: 'receivers.lookupUma',
  lookupExternalAccount: 'receivers.lookupExternalAccount',
  startScaFactorEnrollment: 'sca.factors.enroll',
  listScaFactors: 'sca.factors.list',
  startTwoFactorReset: 'sca.factors.reset.start',
  getAgentDeviceCodeStatus: 'agents.deviceCodes.getStatus',
  getTrialBalance: 'ledger.trialBalance.get',
  exportTrialBalance: 'ledger.trialBalance.export',
  exportLedgerAccountEntries: 'ledger.accounts.entries.export',
  getLedgerFlows: 'ledger.flows.get',
  getLedgerChecks: 'ledger.checks.get',
  runLedgerChecks: 'ledger.checks.run',
  operatorCountJobs: 'operator.jobs.count',
  operatorListDeadJobs: 'operator.jobs.listDead',
  operatorRetryJobs: 'operator.jobs.retryDead',
  operatorReleaseReview: 'operator.reviews.release',
  operatorListSuspendedTransactions: 'operator.transactions.listSuspended',
  operatorReadDocument: 'operator.documents.getContent',
  operatorChangeScaRegion: 'operator.platforms.customers.changeScaRegion',
  operatorGiveUmaKeys: 'operator.platforms.umaKeys.set',
  operatorAllowSenderDomain: 'operator.platforms.senderDomains.allow',
};

/** Name of an operation in clients: `quotes.create`, `transactions.list`, `sandbox.clock.advance`. */
export function methodNameOf(route: Route): string {
  const exception = exceptions[route.operationId];
  if (exception) return exception;
  const [root, ...rest] = route.path
    .replace(/^\/agents\/me\b/, '/agent')
    .split('/')
    .slice(1);
  const segments = [root ?? '', ...rest.filter((segment) => !segment.startsWith('{'))];
  const at = segments.findIndex((segment, i) => i > 0 && isAction(route, segment));
  const resource = (at < 0 ? segments : segments.slice(0, at)).map(camelCase);
  const action = at < 0 ? verbOf(route) : camelCase(segments.slice(at).join('-'));
  return [...resource, action].join('.');
}

const isAction = ({ method }: Route, segment: string): boolean =>
  method === 'POST' && ACTIONS.has(segment.split('-')[0] ?? '');

function verbOf({ method, path, responses }: Route): string {
  const isList =
    method === 'GET' && !path.endsWith('}') && (responses[200] as TSchema).properties?.data?.type === 'array';
  return isList ? 'list' : verbs[method];
}

const camelCase = (text: string): string => text.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
