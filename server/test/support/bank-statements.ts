/** One entry of a statement as a bank writes it; members left out are absent from the XML. */
export interface StatementEntry {
  amount: string;
  currency?: string;
  indicator?: 'CRDT' | 'DBIT';
  bankReference?: string;
  endToEndId?: string;
  /** Elements of the remittance information. */
  remittance?: string;
  /** Elements that follow it in the details. */
  more?: string;
  /** XML that follows the details in the entry. */
  afterDetails?: string;
  payer?: { name: string; iban?: string };
}

const tag = (name: string, content: string | undefined): string =>
  content === undefined ? '' : `<${name}>${content}</${name}>`;

export const detailsOf = ({ endToEndId, payer, remittance, more = '' }: Partial<StatementEntry>): string =>
  tag(
    'TxDtls',
    tag('Refs', tag('EndToEndId', endToEndId ?? 'NOTPROVIDED')) +
      (payer
        ? tag(
            'RltdPties',
            tag('Dbtr', tag('Pty', tag('Nm', payer.name))) +
              (payer.iban ? tag('DbtrAcct', tag('Id', tag('IBAN', payer.iban))) : ''),
          )
        : '') +
      tag('RmtInf', remittance) +
      more,
  );

export function entryXml(entry: StatementEntry, details = detailsOf(entry)): string {
  const { amount, currency = 'EUR', indicator = 'CRDT', bankReference, afterDetails = '' } = entry;
  return tag(
    'Ntry',
    `<Amt Ccy="${currency}">${amount}</Amt>${tag('CdtDbtInd', indicator)}${tag('Sts', tag('Cd', 'BOOK'))}` +
      tag('BookgDt', tag('Dt', '2026-11-18')) +
      tag('AcctSvcrRef', bankReference) +
      tag('NtryDtls', details) +
      afterDetails,
  );
}

const messages = {
  'camt.052': ['BkToCstmrAcctRpt', 'Rpt'],
  'camt.053': ['BkToCstmrStmt', 'Stmt'],
} as const;

export function statementXml(
  entries: readonly string[],
  {
    kind = 'camt.053',
    account = '<IBAN>DE89370400440532013000</IBAN>',
  }: { kind?: keyof typeof messages; account?: string } = {},
): string {
  const [outer, inner] = messages[kind];
  const statement = tag(inner, `<Id>1</Id>${tag('Acct', tag('Id', account))}${entries.join('')}`);
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.08">${tag(outer, statement)}</Document>`;
}
