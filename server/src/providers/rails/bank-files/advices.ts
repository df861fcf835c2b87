import type { Advised } from './advice.ts';
import { readCamt053 } from './camt053.ts';
import { readNacha } from './nacha-read.ts';
import { readReturns } from './nacha-returns.ts';
import { readPain002 } from './pain002.ts';
import { type Node, readXml, Unreadable } from './xml.ts';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';

/** Whether an account is one of ours, as a statement names it. */
export type IsOurs = (account: string) => boolean;

const readers: Readonly<Record<string, (document: Node, isOurs: IsOurs) => Advised>> = {
  'pain.002.001.10': (document) => ({ kind: 'pain.002', advices: readPain002(document) }),
  'camt.053.001.08': (document, isOurs) => ({ kind: 'camt.053', advices: readCamt053(document, isOurs) }),
};

/** What a file says, whichever kind it is; Unreadable where it is none that we know. */
export function readAdvices(bytes: Uint8Array, isOurs: IsOurs): Advised {
  const text = decoded(bytes);
  if (!text.trimStart().startsWith('<')) {
    const file = readNacha(text);
    if (!file) throw new Unreadable('neither XML nor a NACHA file');
    return { kind: 'ACH returns', advices: readReturns(file) };
  }
  const document = readXml(text);
  const namespace = Object.values(document.attributes).find((value) => value.startsWith(NAMESPACE)) ?? '';
  const reader = readers[namespace.slice(NAMESPACE.length)];
  if (!reader) throw new Unreadable(`${namespace || document.name} is none of ${Object.keys(readers).join(', ')}`);
  return reader(document, isOurs);
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Unreadable('the text is not UTF-8');
  }
}
