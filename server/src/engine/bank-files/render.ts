import { type NachaRequest, writeNacha } from './nacha.ts';
import { nachaProblems } from './nacha-check.ts';
import { type WrittenFile, writePain001 } from './pain001.ts';
import { pain001Problems } from './pain001-check.ts';
import type { Format } from './schemes.ts';

/** A file with these payments would violate its format. */
export class UnwritablePayment extends Error {}

interface FileFormat {
  write: (request: NachaRequest) => WrittenFile;
  problems: (content: string, request: NachaRequest) => string[];
  name: (stamp: string, messageId: string) => string;
}

const formats: Record<Format, FileFormat> = {
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

/** Renders a file and validates it against its format. Deterministic: the result depends on the request only. */
export function renderFile(format: Format, request: NachaRequest): WrittenFile & { name: string } {
  const { write, problems, name } = formats[format];
  const file = attempt(() => write(request));
  const violations = attempt(() => problems(file.content, request));
  if (violations.length > 0) throw new UnwritablePayment(violations.slice(0, 3).join('; '));
  const stamp = request.at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return { ...file, name: name(stamp, request.messageId) };
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UnwritablePayment(error instanceof Error ? error.message : String(error));
  }
}

/** Reason why the payments cannot be written to a file; undefined if they can. */
export function reasonNotWritable(
  format: Format,
  request: Omit<NachaRequest, 'messageId' | 'modifier' | 'firstTrace'>,
) {
  try {
    renderFile(format, { ...request, messageId: '0'.repeat(32), modifier: 'A', firstTrace: 1 });
    return undefined;
  } catch (error) {
    if (error instanceof UnwritablePayment) return error.message;
    throw error;
  }
}
