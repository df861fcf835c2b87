import { executionDay } from './calendar.ts';
import { controlSum, type Decimals, toDecimal } from './money.ts';
import {
  company,
  creditor,
  creditorAccount,
  creditorAgent,
  houseAccount,
  houseAgent,
  intermediary,
} from './parties.ts';
import type { FilePayment } from './payment.ts';
import { purposeCodes, type Scheme, schemeOf } from './schemes.ts';
import type { BankFilesSettings } from './settings.ts';
import { plain } from './text.ts';
import { type Element, element, writeXml } from './xml.ts';

export const PAIN_001 = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

export interface FileRequest {
  /** 32 characters that no other file has. */
  messageId: string;
  at: Date;
  payments: readonly FilePayment[];
  settings: BankFilesSettings;
  decimals: Decimals;
}

/** A file as text, and for each payment where in it it is. */
export interface WrittenFile {
  content: string;
  places: readonly { batchId: string; trace?: string }[];
}

/** Credit transfers: one block for each of our accounts, service level, instrument and day. */
export function writePain001(request: FileRequest): WrittenFile {
  const { messageId, at, payments, settings, decimals } = request;
  const blocks = toBlocks(request);
  const document = element(
    'Document',
    [
      element('CstmrCdtTrfInitn', [
        element('GrpHdr', [
          element('MsgId', messageId),
          element('CreDtTm', `${at.toISOString().slice(0, 19)}Z`),
          element('NbOfTxs', `${payments.length}`),
          element('CtrlSum', controlSum(payments.map((payment) => written(payment, decimals)))),
          company('InitgPty', settings),
        ]),
        ...blocks.map((block) => paymentInformation(block, request)),
      ]),
    ],
    { xmlns: PAIN_001 },
  );
  const batchOf = new Map(blocks.flatMap(({ id, payments }) => payments.map((payment) => [payment, id])));
  return {
    content: document ? writeXml(document) : '',
    places: payments.map((payment) => ({ batchId: batchOf.get(payment) ?? '' })),
  };
}

interface Block {
  id: string;
  currency: string;
  scheme: Scheme;
  day: string;
  payments: FilePayment[];
}

function toBlocks({ messageId, at, payments, settings }: FileRequest): Block[] {
  const blocks = new Map<string, Block>();
  const newBlock = (number: number, currency: string, scheme: Scheme): Block => {
    const day = executionDay({ at, calendar: scheme.calendar, settings });
    return { id: `${messageId}-${number.toString(36)}`, currency, scheme, day, payments: [] };
  };
  for (const payment of payments) {
    const { currency } = payment;
    const scheme = schemeOf(payment);
    if (!scheme) throw new Error(`${payment.rail} is no credit transfer`);
    const key = JSON.stringify([currency, scheme]);
    const block = blocks.get(key) ?? newBlock(blocks.size + 1, currency, scheme);
    block.payments.push(payment);
    blocks.set(key, block);
  }
  return [...blocks.values()];
}

function paymentInformation(block: Block, { settings, decimals }: FileRequest): Element | undefined {
  const { id, currency, scheme, day, payments } = block;
  const account = settings.accounts[currency] ?? {};
  return element('PmtInf', [
    element('PmtInfId', id),
    element('PmtMtd', 'TRF'),
    element('NbOfTxs', `${payments.length}`),
    element('CtrlSum', controlSum(payments.map((payment) => written(payment, decimals)))),
    paymentType(scheme),
    element('ReqdExctnDt', [element('Dt', day)]),
    company('Dbtr', settings),
    houseAccount(account, currency),
    houseAgent(account),
    element('ChrgBr', scheme.chargeBearer),
    ...payments.map((payment) => transaction(payment, scheme, decimals)),
  ]);
}

function paymentType({ serviceLevel, localInstrument, isInstant }: Scheme): Element | undefined {
  return element('PmtTpInf', [
    element('InstrPrty', isInstant ? 'HIGH' : 'NORM'),
    element('SvcLvl', [element('Cd', serviceLevel)]),
    localInstrument &&
      element('LclInstrm', [
        'code' in localInstrument ? element('Cd', localInstrument.code) : element('Prtry', localInstrument.proprietary),
      ]),
  ]);
}

function transaction(payment: FilePayment, { nameLength }: Scheme, decimals: Decimals): Element | undefined {
  const { account, beneficiary, sender, reference, currency, purposeOfPayment = '' } = payment;
  const payer = plain(sender.name, nameLength);
  return element('CdtTrfTxInf', [
    element('PmtId', [element('InstrId', plain(reference, 35)), element('EndToEndId', payment.endToEndId)]),
    element('Amt', [element('InstdAmt', written(payment, decimals), { Ccy: currency })]),
    payer ? element('UltmtDbtr', [element('Nm', payer), element('CtryOfRes', sender.country)]) : undefined,
    intermediary(account),
    creditorAgent(account),
    creditor(beneficiary, nameLength),
    creditorAccount(account),
    element('InstrForCdtrAgt', [element('InstrInf', plain(account['fiToFiInformation'], 140))]),
    element('Purp', [element('Cd', purposeCodes[purposeOfPayment])]),
    element('RmtInf', [element('Ustrd', plain(payment.remittanceInformation, 140) || plain(reference, 140))]),
  ]);
}

const written = ({ amount, currency }: FilePayment, decimals: Decimals): string =>
  toDecimal(amount, decimals(currency));
