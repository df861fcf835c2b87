import { toBankText } from './bank-text.ts';
import { executionDay } from './calendar.ts';
import { controlSum, type Decimals, toDecimal } from './money.ts';
import {
  company,
  creditor,
  creditorAccount,
  creditorAgent,
  intermediary,
  nostroAccount,
  nostroAgent,
} from './parties.ts';
import type { FilePayment } from './payment.ts';
import { purposeCodes, type Scheme, transferSchemeOf } from './schemes.ts';
import type { BankFilesSettings } from './settings.ts';
import { type Element, element, writeXml } from './xml.ts';

export const PAIN_001 = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

export interface FileRequest {
  /** Unique, 32 characters. */
  messageId: string;
  at: Date;
  payments: readonly FilePayment[];
  settings: BankFilesSettings;
  decimals: Decimals;
}

/** Content of a file, and the batch and trace number of each payment. */
export interface WrittenFile {
  content: string;
  places: readonly { batchId: string; trace?: string }[];
}

/** Writes credit transfers in one PmtInf block for each account, service level, instrument and day. */
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
    const scheme = transferSchemeOf(payment);
    if (!scheme) throw new Error(`${payment.rail} is not a credit transfer`);
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
    nostroAccount(account, currency),
    nostroAgent(account),
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
  const payer = toBankText(sender.name, nameLength);
  return element('CdtTrfTxInf', [
    element('PmtId', [element('InstrId', toBankText(reference, 35)), element('EndToEndId', payment.endToEndId)]),
    element('Amt', [element('InstdAmt', written(payment, decimals), { Ccy: currency })]),
    payer ? element('UltmtDbtr', [element('Nm', payer), element('CtryOfRes', sender.country)]) : undefined,
    intermediary(account),
    creditorAgent(account),
    creditor(beneficiary, nameLength),
    creditorAccount(account),
    element('InstrForCdtrAgt', [element('InstrInf', toBankText(account['fiToFiInformation'], 140))]),
    element('Purp', [element('Cd', purposeCodes[purposeOfPayment])]),
    element('RmtInf', [element('Ustrd', toBankText(payment.remittanceInformation, 140) || toBankText(reference, 140))]),
  ]);
}

const written = ({ amount, currency }: FilePayment, decimals: Decimals): string =>
  toDecimal(amount, decimals(currency));
