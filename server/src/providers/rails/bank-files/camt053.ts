import type { Advice, Subject } from './advice.ts';
import { money } from './pain002.ts';
import type { CreditNote } from './port.ts';
import { all, first, type Node, textAt, Unreadable } from './xml.ts';

/** What banks write where the payer gave no reference. */
const NOT_PROVIDED = 'NOTPROVIDED';

/** A statement: what is booked. Pending and informational entries say nothing yet. */
export function readCamt053(document: Node, isOurs: (account: string) => boolean): Advice[] {
  const message = first(document, 'BkToCstmrStmt');
  if (!message) throw new Unreadable('BkToCstmrStmt is missing');
  const statements = all(message, 'Stmt');
  if (statements.length === 0) throw new Unreadable('Stmt is missing');
  return statements.flatMap((statement) => {
    const account = textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id');
    if (!account) throw new Unreadable('Stmt/Acct/Id is missing');
    if (!isOurs(account)) return [notice(`a statement of account ${account}, which is not one of ours`)];
    return all(statement, 'Ntry').flatMap((entry) => entryAdvices(entry, account));
  });
}

const notice = (what: string): Advice => ({ about: { level: 'NOTHING', what }, says: 'NOTICE' });

function entryAdvices(entry: Node, account: string): Advice[] {
  if (textAt(entry, 'Sts', 'Cd') !== 'BOOK') return [];
  if (!money(first(entry, 'Amt'))) throw new Unreadable('Ntry/Amt is missing');
  const details = all(entry, 'NtryDtls', 'TxDtls');
  const batchId = textAt(entry, 'NtryDtls', 'Btch', 'PmtInfId');
  if (details.length > 0)
    return details.map((detail) => detailAdvice(detail, { entry, account, isAlone: details.length === 1 }));
  if (batchId) {
    const messageId = textAt(entry, 'NtryDtls', 'Btch', 'MsgId');
    return [{ ...booking(entry, entry), about: { level: 'BATCH', batchId, messageId, except: [] } }];
  }
  return [detailAdvice(entry, { entry, account, isAlone: true })];
}

interface Place {
  entry: Node;
  account: string;
  /** Whether the amount of the entry is that of the detail. */
  isAlone: boolean;
}

function detailAdvice(detail: Node, { entry, account, isAlone }: Place): Advice {
  const booked = booking(detail, entry);
  const amount = money(first(detail, 'Amt')) ?? money(first(detail, 'AmtDtls', 'TxAmt', 'Amt'));
  const told = amount ?? (isAlone ? money(first(entry, 'Amt')) : undefined);
  return { ...booked, amount: told, about: subject(detail, entry, account) };
}

function booking(detail: Node, entry: Node): Pick<Advice, 'says' | 'isReturn' | 'reason' | 'status' | 'amount'> {
  const indicator = textAt(detail, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd');
  if (indicator !== 'CRDT' && indicator !== 'DBIT') throw new Unreadable('Ntry/CdtDbtInd is missing');
  const families = [detail, entry].flatMap((node) => all(node, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd'));
  const returned = first(detail, 'RtrInf');
  return {
    says: indicator === 'CRDT' ? 'CREDITED' : 'DEBITED',
    isReturn:
      returned !== undefined || textAt(entry, 'RvslInd') === 'true' || families.some(({ text }) => text === 'RRTN'),
    reason: textAt(returned, 'Rsn', 'Cd') ?? textAt(returned, 'Rsn', 'Prtry'),
    status: 'BOOK',
    amount: money(first(entry, 'Amt')),
  };
}

function subject(detail: Node, entry: Node, account: string): Subject {
  const given = textAt(detail, 'Refs', 'EndToEndId');
  const endToEndId = given === NOT_PROVIDED ? undefined : given;
  const trace = textAt(detail, 'Refs', 'ClrSysRef');
  const isCredit = (textAt(detail, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd')) === 'CRDT';
  const credit = isCredit ? { ...creditNote(detail, entry, account), endToEndId } : undefined;
  return { level: 'PAYMENT', endToEndId, trace, credit };
}

function creditNote(detail: Node, entry: Node, account: string): CreditNote {
  const parties = first(detail, 'RltdPties');
  return {
    account,
    bankReference: textAt(detail, 'Refs', 'AcctSvcrRef') ?? textAt(entry, 'AcctSvcrRef'),
    reference:
      textAt(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref') ??
      (all(detail, 'RmtInf', 'Ustrd')
        .map(({ text }) => text)
        .join(' ') ||
        undefined),
    payerName: textAt(parties, 'Dbtr', 'Pty', 'Nm') ?? textAt(parties, 'Dbtr', 'Nm'),
    payerAccount: textAt(parties, 'DbtrAcct', 'Id', 'IBAN') ?? textAt(parties, 'DbtrAcct', 'Id', 'Othr', 'Id'),
    bookedOn: textAt(entry, 'BookgDt', 'Dt') ?? textAt(entry, 'BookgDt', 'DtTm'),
    valueOn: textAt(entry, 'ValDt', 'Dt') ?? textAt(entry, 'ValDt', 'DtTm'),
  };
}
