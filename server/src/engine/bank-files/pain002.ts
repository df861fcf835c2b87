import type { Steps } from './interruptible-work.ts';
import type { ReportedAmount, ReportItem, ReportMeaning } from './report.ts';
import { all, first, type Node, textAt, UnreadableFile } from './xml.ts';

/** Meaning of each status. PART is informational, because the parts have statuses of their own. */
const statuses: Readonly<Record<string, ReportMeaning>> = {
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

/** Reads a status report. The status of a payment overrides that of its batch, which overrides that of the file. */
export function* pain002Items(document: Node): Steps<ReportItem[]> {
  const report = first(document, 'CstmrPmtStsRpt');
  const group = first(report, 'OrgnlGrpInfAndSts');
  const messageId = textAt(group, 'OrgnlMsgId');
  const date = textAt(report, 'GrpHdr', 'CreDtTm');
  if (!report || !group || !messageId) throw new UnreadableFile('OrgnlGrpInfAndSts/OrgnlMsgId is missing');
  const batches = all(report, 'OrgnlPmtInfAndSts');
  const payments: ReportItem[] = [];
  for (const one of batches.flatMap((batch) => all(batch, 'TxInfAndSts'))) {
    payments.push(paymentItem(one, messageId));
    yield;
  }
  const wholeBatches = batches.flatMap((batch) => batchItem(batch, messageId));
  const groupStatus = textAt(group, 'GrpSts');
  const except = batches.flatMap((batch) => [
    ...(textAt(batch, 'PmtInfSts') ? [textAt(batch, 'OrgnlPmtInfId') ?? ''] : []),
    ...endToEndIds(batch),
  ]);
  const items: ReportItem[] = [...payments, ...wholeBatches];
  if (groupStatus) items.push({ subject: { level: 'FILE', messageId, except }, ...statusOf(groupStatus, group) });
  return items.map((item) => ({ ...item, date }));
}

function paymentItem(node: Node, messageId: string): ReportItem {
  const endToEndId = textAt(node, 'OrgnlEndToEndId');
  const status = textAt(node, 'TxSts');
  if (!endToEndId)
    return { subject: { level: 'NOTHING', what: 'a status of a payment without OrgnlEndToEndId' }, meaning: 'NOTICE' };
  const amount = money(first(node, 'OrgnlTxRef', 'Amt', 'InstdAmt'));
  return { subject: { level: 'PAYMENT', endToEndId, messageId }, amount, ...statusOf(status, node) };
}

function batchItem(node: Node, messageId: string): ReportItem[] {
  const batchId = textAt(node, 'OrgnlPmtInfId');
  const status = textAt(node, 'PmtInfSts');
  if (!batchId) throw new UnreadableFile('OrgnlPmtInfAndSts/OrgnlPmtInfId is missing');
  if (!status) return [];
  return [{ subject: { level: 'BATCH', batchId, messageId, except: endToEndIds(node) }, ...statusOf(status, node) }];
}

function statusOf(status: string | undefined, node: Node): Pick<ReportItem, 'meaning' | 'status' | 'reason'> {
  const reason = textAt(node, 'StsRsnInf', 'Rsn', 'Cd') ?? textAt(node, 'StsRsnInf', 'Rsn', 'Prtry');
  return { meaning: statuses[status ?? ''] ?? 'NOTICE', status, reason };
}

const endToEndIds = (batch: Node): string[] => all(batch, 'TxInfAndSts', 'OrgnlEndToEndId').map(({ text }) => text);

export function money(node: Node | undefined): ReportedAmount | undefined {
  const currency = node?.attributes['Ccy'];
  return node && currency ? { value: node.text, currency } : undefined;
}
