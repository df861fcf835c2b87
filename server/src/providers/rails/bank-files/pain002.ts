import type { Advice, Money, Saying } from './advice.ts';
import { all, first, type Node, textAt, Unreadable } from './xml.ts';

/** What each status means for money. PART says: look at the parts. */
const statuses: Readonly<Record<string, Saying>> = {
  RCVD: 'NOTED',
  ACTC: 'NOTED',
  ACCP: 'NOTED',
  ACSP: 'NOTED',
  ACWC: 'NOTED',
  ACWP: 'NOTED',
  ACFC: 'NOTED',
  PATC: 'NOTED',
  PDNG: 'NOTED',
  PART: 'NOTED',
  ACSC: 'COMPLETED',
  ACCC: 'COMPLETED',
  RJCT: 'FAILED',
  CANC: 'FAILED',
};

/** A status report: what it says of a payment goes before what it says of its batch, and that before the file. */
export function readPain002(document: Node): Advice[] {
  const report = first(document, 'CstmrPmtStsRpt');
  const group = first(report, 'OrgnlGrpInfAndSts');
  const messageId = textAt(group, 'OrgnlMsgId');
  if (!report || !group || !messageId) throw new Unreadable('OrgnlGrpInfAndSts/OrgnlMsgId is missing');
  const batches = all(report, 'OrgnlPmtInfAndSts');
  const payments = batches.flatMap((batch) => all(batch, 'TxInfAndSts').map((one) => paymentAdvice(one, messageId)));
  const wholeBatches = batches.flatMap((batch) => batchAdvice(batch, messageId));
  const groupStatus = textAt(group, 'GrpSts');
  const except = batches.flatMap((batch) => [
    ...(textAt(batch, 'PmtInfSts') ? [textAt(batch, 'OrgnlPmtInfId') ?? ''] : []),
    ...endToEndIds(batch),
  ]);
  return [
    ...payments,
    ...wholeBatches,
    ...(groupStatus ? [{ about: { level: 'FILE', messageId, except }, ...verdict(groupStatus, group) } as const] : []),
  ];
}

function paymentAdvice(node: Node, messageId: string): Advice {
  const endToEndId = textAt(node, 'OrgnlEndToEndId');
  const status = textAt(node, 'TxSts');
  if (!endToEndId)
    return { about: { level: 'NOTHING', what: 'a status of a payment without OrgnlEndToEndId' }, says: 'NOTICE' };
  const amount = money(first(node, 'OrgnlTxRef', 'Amt', 'InstdAmt'));
  return { about: { level: 'PAYMENT', endToEndId, messageId }, amount, ...verdict(status, node) };
}

function batchAdvice(node: Node, messageId: string): Advice[] {
  const batchId = textAt(node, 'OrgnlPmtInfId');
  const status = textAt(node, 'PmtInfSts');
  if (!batchId) throw new Unreadable('OrgnlPmtInfAndSts/OrgnlPmtInfId is missing');
  if (!status) return [];
  return [{ about: { level: 'BATCH', batchId, messageId, except: endToEndIds(node) }, ...verdict(status, node) }];
}

function verdict(status: string | undefined, node: Node): Pick<Advice, 'says' | 'status' | 'reason'> {
  const reason = textAt(node, 'StsRsnInf', 'Rsn', 'Cd') ?? textAt(node, 'StsRsnInf', 'Rsn', 'Prtry');
  return { says: statuses[status ?? ''] ?? 'NOTICE', status, reason };
}

const endToEndIds = (batch: Node): string[] => all(batch, 'TxInfAndSts', 'OrgnlEndToEndId').map(({ text }) => text);

/** An amount with its currency. */
export function money(node: Node | undefined): Money | undefined {
  const currency = node?.attributes['Ccy'];
  return node && currency ? { value: node.text, currency } : undefined;
}
