import { camtItems } from './camt.ts';
import { runAtOnce, type Steps } from './interruptible-work.ts';
import { identifyItems } from './item-identity.ts';
import { nachaSteps } from './nacha-read.ts';
import { achItems } from './nacha-report.ts';
import { pain002Items } from './pain002.ts';
import type { BankReport, ReportItem } from './report.ts';
import { type Node, UnreadableFile, xmlSteps } from './xml.ts';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';

/** True if an account of a statement is ours. */
export type IsOwnAccount = (account: string) => boolean;

interface Reader {
  kind: BankReport['kind'];
  items: (document: Node, isOurs: IsOwnAccount) => Steps<ReportItem[]>;
}

const camt = (kind: 'camt.052' | 'camt.053' | 'camt.054'): Reader => ({
  kind,
  items: (document, isOurs) => camtItems(document, kind, isOurs),
});

const readers: Readonly<Record<string, Reader>> = {
  'pain.002.001.10': { kind: 'pain.002', items: pain002Items },
  'camt.052.001.08': camt('camt.052'),
  'camt.053.001.08': camt('camt.053'),
  'camt.054.001.08': camt('camt.054'),
};

export const readReport = (bytes: Uint8Array, isOurs: IsOwnAccount): BankReport =>
  runAtOnce(reportSteps(bytes, isOurs));

/** Reads a file of any supported format in steps. Throws UnreadableFile. */
export function* reportSteps(bytes: Uint8Array, isOurs: IsOwnAccount): Steps<BankReport> {
  const { kind, items } = yield* stepsByKind(bytes, isOurs);
  return { kind, items: yield* identifyItems(items) };
}

function* stepsByKind(bytes: Uint8Array, isOurs: IsOwnAccount): Steps<BankReport> {
  const text = decoded(bytes);
  yield;
  if (!isXml(text)) {
    const file = yield* nachaSteps(text);
    if (!file) throw new UnreadableFile('neither XML nor a NACHA file');
    return { kind: 'ACH', items: yield* achItems(file, isOurs) };
  }
  const document = yield* xmlSteps(text);
  const namespace = Object.values(document.attributes).find((value) => value.startsWith(NAMESPACE)) ?? '';
  const reader = readers[namespace.slice(NAMESPACE.length)];
  if (!reader)
    throw new UnreadableFile(`${namespace || document.name} is not one of ${Object.keys(readers).join(', ')}`);
  return { kind: reader.kind, items: yield* reader.items(document, isOurs) };
}

/** Files that are not XML are read as ACH. */
export const isXml = (text: string): boolean => /^\s*</.test(text);

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile('the text is not UTF-8');
  }
}
