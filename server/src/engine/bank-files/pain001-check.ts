import { controlSum, type Decimals, fromDecimal, MAX_DECIMALS } from './money.ts';
import { PAIN_001 } from './pain001.ts';
import { all, type Node, readXml, textAt } from './xml.ts';
import { oneOf, schemaProblems, sequence, textOf } from './xml-schema.ts';

/** Text of the restricted character set, without leading, trailing or double slashes. */
const text = (max: number) => textOf(new RegExp(`^(?!/)(?!.*//)(?!.*/$)[A-Za-z0-9/\\-?:().,'+ ]{1,${max}}$`));
const code = textOf(/^[A-Z0-9]{1,4}$/);
const country = textOf(/^[A-Z]{2}$/);
const count = textOf(/^[1-9][0-9]{0,14}$/);
const decimal = textOf(/^[0-9]{1,18}(\.[0-9]{1,5})?$/);
const amount = textOf(/^(?=.*[1-9])(?=[0-9.]{1,19}$)[0-9]{1,18}(\.[0-9]{1,5})?$/, { Ccy: /^[A-Z]{3}$/ });
const date = textOf(/^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/);
const dateTime = textOf(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/);
const codeOrOwn = oneOf({ Cd: textOf(/^[A-Z0-9]{1,35}$/), Prtry: text(35) });

const address = sequence({
  'StrtNm?': text(70),
  'BldgNm?': text(35),
  'PstCd?': text(16),
  TwnNm: text(35),
  'CtrySubDvsn?': text(35),
  Ctry: country,
});

const party = sequence({
  Nm: text(140),
  'PstlAdr?': address,
  'Id?': sequence({ OrgId: sequence({ Othr: sequence({ Id: text(35) }) }) }),
  'CtryOfRes?': country,
});

const agent = sequence({
  FinInstnId: sequence({
    'BICFI?': textOf(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/),
    'ClrSysMmbId?': sequence({ ClrSysId: oneOf({ Cd: textOf(/^[A-Z]{5}$/) }), MmbId: text(35) }),
    'Nm?': text(140),
    'PstlAdr?': sequence({ Ctry: country }),
  }),
  'BrnchId?': sequence({ Id: text(35) }),
});

const account = sequence({
  Id: oneOf({
    IBAN: textOf(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/),
    Othr: sequence({ Id: text(34), 'SchmeNm?': codeOrOwn }),
  }),
  'Tp?': codeOrOwn,
  'Ccy?': textOf(/^[A-Z]{3}$/),
});

const transaction = sequence({
  PmtId: sequence({ 'InstrId?': text(35), EndToEndId: text(35) }),
  Amt: oneOf({ InstdAmt: amount }),
  'UltmtDbtr?': party,
  'IntrmyAgt1?': agent,
  'CdtrAgt?': agent,
  Cdtr: party,
  CdtrAcct: account,
  'InstrForCdtrAgt?': sequence({ InstrInf: text(140) }),
  'Purp?': oneOf({ Cd: code }),
  'RmtInf?': sequence({ Ustrd: text(140) }),
});

const paymentInformation = sequence({
  PmtInfId: text(35),
  PmtMtd: textOf(/^TRF$/),
  NbOfTxs: count,
  CtrlSum: decimal,
  PmtTpInf: sequence({
    InstrPrty: textOf(/^(HIGH|NORM)$/),
    SvcLvl: oneOf({ Cd: code }),
    'LclInstrm?': codeOrOwn,
  }),
  ReqdExctnDt: oneOf({ Dt: date }),
  Dbtr: party,
  DbtrAcct: account,
  DbtrAgt: agent,
  ChrgBr: textOf(/^(SLEV|SHAR)$/),
  'CdtTrfTxInf+': transaction,
});

/** The subset of pain.001.001.09 that we write, with tighter patterns where banks require them. */
const document = sequence({
  CstmrCdtTrfInitn: sequence({
    GrpHdr: sequence({ MsgId: text(35), CreDtTm: dateTime, NbOfTxs: count, CtrlSum: decimal, InitgPty: party }),
    'PmtInf+': paymentInformation,
  }),
});

/** Returns the problems of a credit transfer file; empty if the file may be sent. */
export function pain001Problems(content: string, decimals: Decimals): string[] {
  const root = readXml(content);
  const [message] = root.children;
  const isOurs = root.name === 'Document' && root.attributes['xmlns'] === PAIN_001;
  const shape = isOurs ? schemaProblems(root, document) : [`the document is not ${PAIN_001}`];
  if (shape.length > 0 || !message) return shape;
  const blocks = all(message, 'PmtInf');
  return [
    ...totalProblems('GrpHdr', all(message, 'GrpHdr')[0], all(message, 'PmtInf', 'CdtTrfTxInf')),
    ...blocks.flatMap((block) => totalProblems(textAt(block, 'PmtInfId') ?? '', block, all(block, 'CdtTrfTxInf'))),
    ...blocks.flatMap((block) => blockProblems(block, decimals)),
    ...repeated(
      'PmtInfId',
      blocks.map((block) => textAt(block, 'PmtInfId')),
    ),
    ...repeated(
      'EndToEndId',
      all(message, 'PmtInf', 'CdtTrfTxInf', 'PmtId', 'EndToEndId').map((id) => id.text),
    ),
  ];
}

function totalProblems(place: string, head: Node | undefined, transactions: readonly Node[]): string[] {
  const sum = controlSum(transactions.map((one) => textAt(one, 'Amt', 'InstdAmt') ?? ''));
  const stated = fromDecimal(textAt(head, 'CtrlSum') ?? '', MAX_DECIMALS);
  return [
    ...(textAt(head, 'NbOfTxs') === `${transactions.length}`
      ? []
      : [`${place}: NbOfTxs is not the number of payments`]),
    ...(stated === fromDecimal(sum, MAX_DECIMALS) ? [] : [`${place}: CtrlSum is not the sum of the amounts`]),
  ];
}

/** Checks the payments of one block, including the additional rules of SEPA. */
function blockProblems(block: Node, decimals: Decimals): string[] {
  const currency = textAt(block, 'DbtrAcct', 'Ccy') ?? '';
  const isSepa = textAt(block, 'PmtTpInf', 'SvcLvl', 'Cd') === 'SEPA';
  const id = textAt(block, 'PmtInfId');
  return all(block, 'CdtTrfTxInf').flatMap((one) => {
    const [instructed] = all(one, 'Amt', 'InstdAmt');
    const fraction = /\.(.*)$/.exec(instructed?.text ?? '')?.[1] ?? '';
    const isSepaAmount = /^[0-9]{1,9}\.[0-9]{2}$/.test(instructed?.text ?? '');
    const hasIban = textAt(one, 'CdtrAcct', 'Id', 'IBAN') !== undefined;
    const problems = {
      'the currency is not that of our account': instructed?.attributes['Ccy'] !== currency,
      'the amount has the wrong number of decimals': fraction.length !== decimals(currency),
      'the bank of an account without IBAN is not named': !hasIban && !agentIsNamed(one),
      'SEPA amounts are at most 999999999.99': isSepa && !isSepaAmount,
      'SEPA requires an IBAN': isSepa && !hasIban,
      'SEPA names have at most 70 characters': isSepa && (textAt(one, 'Cdtr', 'Nm') ?? '').length > 70,
    };
    const wrong = Object.entries(problems).filter(([, isWrong]) => isWrong);
    return wrong.map(([problem]) => `${id} ${textAt(one, 'PmtId', 'EndToEndId')}: ${problem}`);
  });
}

const agentIsNamed = (transaction: Node): boolean =>
  all(transaction, 'CdtrAgt', 'FinInstnId').some(({ children }) => children.length > 0) ||
  textAt(transaction, 'CdtrAcct', 'Id', 'Othr', 'SchmeNm', 'Prtry') === 'CLABE';

function repeated(what: string, ids: readonly (string | undefined)[]): string[] {
  return new Set(ids).size === ids.length ? [] : [`${what} occurs more than once`];
}
