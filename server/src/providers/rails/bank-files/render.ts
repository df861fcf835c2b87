import { type NachaRequest, writeNacha } from './nacha.ts';
import { nachaProblems } from './nacha-check.ts';
import { type WrittenFile, writePain001 } from './pain001.ts';
import { pain001Problems } from './pain001-check.ts';
import type { Format } from './schemes.ts';

/** Nothing leaves that does not hold against the rules of its format. */
export class NotWritable extends Error {}

interface Kind {
  write: (request: NachaRequest) => WrittenFile;
  problems: (content: string, request: NachaRequest) => string[];
  name: (stamp: string, messageId: string) => string;
}

const kinds: Record<Format, Kind> = {
  PAIN_001: {
    write: writePain001,
    problems: (content, { decimals }) => pain001Problems(content, decimals),
    name: (stamp, messageId) => `pain001-${stamp}-${messageId}.xml`,
  },
  NACHA: {
    write: writeNacha,
    problems: nachaProblems,
    name: (stamp, messageId) => `nacha-${stamp}-${messageId}.ach`,
  },
};

/** A file for the outbox: its name, its text and the places of its payments, all told by the request alone. */
export function render(format: Format, request: NachaRequest): WrittenFile & { name: string } {
  const { write, problems, name } = kinds[format];
  const file = attempt(() => write(request));
  const found = attempt(() => problems(file.content, request));
  if (found.length > 0) throw new NotWritable(found.slice(0, 3).join('; '));
  const stamp = request.at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return { ...file, name: name(stamp, request.messageId) };
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new NotWritable(error instanceof Error ? error.message : String(error));
  }
}

/** Why a payment cannot stand in a file, on its own; undefined where it can. */
export function unwritable(format: Format, request: Omit<NachaRequest, 'messageId' | 'modifier' | 'firstTrace'>) {
  try {
    render(format, { ...request, messageId: '0'.repeat(32), modifier: 'A', firstTrace: 1 });
    return undefined;
  } catch (error) {
    if (error instanceof NotWritable) return error.message;
    throw error;
  }
}
