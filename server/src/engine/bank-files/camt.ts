import type { Steps } from './interruptible-work.ts';
import { money } from './pain002.ts';
import type { CreditNote } from './port.ts';
import type { ReportItem, Subject } from './report.ts';
import { all, first, type Node, textAt, UnreadableFile } from './xml.ts';

/** Placeholders that banks write for a missing reference. */
const NO_REFERENCE = ['NOTPROVIDED', 'NONREF', 'NOREF'];

/** Elements that contain intraday reports, statements or notifications. All of these have the same entries. */
const messages = {
  'camt.052': ['BkToCstmrAcctRpt', 'Rpt'],
  'camt.053': ['BkToCstmrStmt', 'Stmt'],
  'camt.054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const;

/** Reads booked entries. Pending and informational entries are not final and are skipped. */
export function* camtItems(
  document: Node,
  kind: keyof typeof messages,
  isOurs: (account: string) => boolean,
): Steps<ReportItem[]> {
  const [outer, inner] = messages[kind];
  const message = first(document, outer);
  if (!message) throw new UnreadableFile(`${outer} is missing`);
  const statements = all(message, inner);
  if (statements.length === 0) throw new UnreadableFile(`${inner} is missing`);
  const items: ReportItem[] = [];
  for (const statement of statements) {
    const account = textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id');
    if (!account) throw new UnreadableFile(`${inner}/Acct/Id is missing`);
    for (const entry of isOurs(account) ? all(statement, 'Ntry') : []) {
      for (const item of entryItems(entry, account)) items.push(item);
      yield;
    }
    if (!isOurs(account)) items.push(foreignStatement(statement, account));
  }
  return items;
}

const foreignStatement = (statement: Node, account: string): ReportItem => ({
  subject: { level: 'NOTHING', what: 'a statement of an account that is not one of ours' },
  meaning: 'NOTICE',
  account,
  date: textAt(statement, 'CreDtTm'),
});

function entryItems(entry: Node, account: string): ReportItem[] {
  if (textAt(entry, 'Sts', 'Cd') !== 'BOOK') return [];
  if (!money(first(entry, 'Amt'))) throw new UnreadableFile('Ntry/Amt is missing');
  const details = all(entry, 'NtryDtls', 'TxDtls');
  const batchId = textAt(entry, 'NtryDtls', 'Btch', 'PmtInfId');
  if (details.length > 0)
    return details.map((detail, i) =>
      detailItem(detail, { entry, account, ...(details.length > 1 && { place: i + 1 }) }),
    );
  if (batchId) {
    const messageId = textAt(entry, 'NtryDtls', 'Btch', 'MsgId');
    const credit = textAt(entry, 'CdtDbtInd') === 'CRDT' ? creditNote(entry, { entry, account }) : undefined;
    return [{ ...booking(entry, entry), account, subject: { level: 'BATCH', batchId, messageId, except: [], credit } }];
  }
  return [detailItem(entry, { entry, account })];
}

interface Place {
  entry: Node;
  account: string;
  /** Position among several details; undefined if the entry has one detail with the amount of the entry. */
  place?: number;
}

function detailItem(detail: Node, place: Place): ReportItem {
  const { entry, account } = place;
  const booked = booking(detail, entry);
  const amount = money(first(detail, 'Amt')) ?? money(first(detail, 'AmtDtls', 'TxAmt', 'Amt'));
  const reported = amount ?? (place.place === undefined ? money(first(entry, 'Amt')) : undefined);
  return { ...booked, account, amount: reported, subject: subjectOf(detail, place) };
}

function booking(detail: Node, entry: Node): Omit<ReportItem, 'subject' | 'account'> {
  const indicator = textAt(detail, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd');
  if (indicator !== 'CRDT' && indicator !== 'DBIT') throw new UnreadableFile('Ntry/CdtDbtInd is missing');
  const families = [detail, entry].flatMap((node) => all(node, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd'));
  const returned = first(detail, 'RtrInf');
  return {
    meaning: indicator === 'CRDT' ? 'CREDITED' : 'DEBITED',
    isReturn:
      returned !== undefined || textAt(entry, 'RvslInd') === 'true' || families.some(({ text }) => text === 'RRTN'),
    reason: textAt(returned, 'Rsn', 'Cd') ?? textAt(returned, 'Rsn', 'Prtry'),
    status: 'BOOK',
    amount: money(first(entry, 'Amt')),
    date: bookedOn(entry),
  };
}

function subjectOf(detail: Node, place: Place): Subject {
  const endToEndId = withoutPlaceholder(textAt(detail, 'Refs', 'EndToEndId'));
  const trace = withoutPlaceholder(textAt(detail, 'Refs', 'ClrSysRef'));
  const isCredit = (textAt(detail, 'CdtDbtInd') ?? textAt(place.entry, 'CdtDbtInd')) === 'CRDT';
  const credit = isCredit ? { ...creditNote(detail, place), endToEndId, clearingReference: trace } : undefined;
  return { level: 'PAYMENT', endToEndId, trace, credit };
}

const withoutPlaceholder = (reference: string | undefined): string | undefined =>
  reference !== undefined && NO_REFERENCE.includes(reference.toUpperCase()) ? undefined : reference;

function creditNote(detail: Node, { entry, account, place }: Place): CreditNote {
  const parties = first(detail, 'RltdPties');
  const ofEntry = withoutPlaceholder(textAt(entry, 'AcctSvcrRef'));
  return {
    account,
    // The details of an entry share its reference, so their position is added to make the reference unique.
    bankReference:
      withoutPlaceholder(textAt(detail, 'Refs', 'AcctSvcrRef')) ?? (ofEntry && place ? `${ofEntry}/${place}` : ofEntry),
    reference:
      textAt(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref') ??
      (all(detail, 'RmtInf', 'Ustrd')
        .map(({ text }) => text)
        .join(' ') ||
        undefined),
    remittance: remittanceOf(detail, entry),
    payerName: textAt(parties, 'Dbtr', 'Pty', 'Nm') ?? textAt(parties, 'Dbtr', 'Nm'),
    payerAccount: textAt(parties, 'DbtrAcct', 'Id', 'IBAN') ?? textAt(parties, 'DbtrAcct', 'Id', 'Othr', 'Id'),
    payerDetails: payerDetails(detail),
    bookedOn: bookedOn(entry),
    valueOn: textAt(entry, 'ValDt', 'Dt') ?? textAt(entry, 'ValDt', 'DtTm'),
  };
}

const bookedOn = (entry: Node): string | undefined =>
  textAt(entry, 'BookgDt', 'Dt') ?? textAt(entry, 'BookgDt', 'DtTm');

/** Elements that can contain a reference, the most likely first. */
const referencePaths: readonly (readonly string[])[] = [
  ['RmtInf', 'Ustrd'],
  ['RmtInf', 'Strd', 'CdtrRefInf', 'Ref'],
  ['RmtInf', 'Strd', 'RfrdDocInf', 'Nb'],
  ['RmtInf', 'Strd', 'AddtlRmtInf'],
  ['Refs', 'EndToEndId'],
  ['Refs', 'InstrId'],
  ['Refs', 'TxId'],
  ['Refs', 'Prtry', 'Ref'],
  ['RltdRmtInf', 'RmtId'],
  ['Purp', 'Prtry'],
  ['AddtlTxInf'],
];

function remittanceOf(detail: Node, entry: Node): string[] {
  const found = referencePaths.flatMap((path) => all(detail, ...path));
  const texts = [...found, ...all(entry, 'AddtlNtryInf')].map(({ text }) => text);
  return texts.filter((text) => withoutPlaceholder(text || undefined) !== undefined);
}

/** Account fields by national clearing system. */
const clearingFields: Readonly<Record<string, string>> = { GBDSC: 'sortCode', USABA: 'routingNumber', INFSC: 'ifsc' };

/** Account details for a return payment, as far as the entry contains any. */
function payerDetails(detail: Node): Record<string, string> {
  const id = first(detail, 'RltdPties', 'DbtrAcct', 'Id');
  const bank = first(detail, 'RltdAgts', 'DbtrAgt', 'FinInstnId');
  const number = textAt(id, 'Othr', 'Id');
  const isClabe = textAt(id, 'Othr', 'SchmeNm', 'Prtry') === 'CLABE';
  const clearing = clearingFields[textAt(bank, 'ClrSysMmbId', 'ClrSysId', 'Cd') ?? ''];
  const found = {
    iban: textAt(id, 'IBAN'),
    [isClabe ? 'clabeNumber' : 'accountNumber']: number,
    swiftCode: textAt(bank, 'BICFI'),
    ...(clearing && { [clearing]: textAt(bank, 'ClrSysMmbId', 'MmbId') }),
    bankName: textAt(bank, 'Nm'),
  };
  return Object.fromEntries(Object.entries(found).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
