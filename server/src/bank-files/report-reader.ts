import { readCamt } from './camt.ts';
import { identifyCredits } from './credit-identity.ts';
import { readNacha } from './nacha-read.ts';
import { readAchItems } from './nacha-report.ts';
import { readPain002 } from './pain002.ts';
import type { BankReport } from './report.ts';
import { type Node, readXml, UnreadableFile } from './xml.ts';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';

/** Whether an account of a statement is one of ours. */
export type IsOwnAccount = (account: string) => boolean;

const readers: Readonly<Record<string, (document: Node, isOurs: IsOwnAccount) => BankReport>> = {
  'pain.002.001.10': (document) => ({ kind: 'pain.002', items: readPain002(document) }),
  'camt.052.001.08': (document, isOurs) => ({ kind: 'camt.052', items: readCamt(document, 'camt.052', isOurs) }),
  'camt.053.001.08': (document, isOurs) => ({ kind: 'camt.053', items: readCamt(document, 'camt.053', isOurs) }),
  'camt.054.001.08': (document, isOurs) => ({ kind: 'camt.054', items: readCamt(document, 'camt.054', isOurs) }),
};

/** Reads a file of any supported kind. Throws UnreadableFile. */
export function readReport(bytes: Uint8Array, isOurs: IsOwnAccount): BankReport {
  const { kind, items } = readByKind(bytes, isOurs);
  return { kind, items: identifyCredits(items) };
}

function readByKind(bytes: Uint8Array, isOurs: IsOwnAccount): BankReport {
  const text = decoded(bytes);
  if (!text.trimStart().startsWith('<')) {
    const file = readNacha(text);
    if (!file) throw new UnreadableFile('neither XML nor a NACHA file');
    return { kind: 'ACH', items: readAchItems(file, isOurs) };
  }
  const document = readXml(text);
  const namespace = Object.values(document.attributes).find((value) => value.startsWith(NAMESPACE)) ?? '';
  const reader = readers[namespace.slice(NAMESPACE.length)];
  if (!reader)
    throw new UnreadableFile(`${namespace || document.name} is not one of ${Object.keys(readers).join(', ')}`);
  return reader(document, isOurs);
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile('the text is not UTF-8');
  }
}
