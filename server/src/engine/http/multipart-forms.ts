import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Busboy } from '@fastify/busboy';
import { ApiError } from '../../foundation/kernel/errors.ts';

const MAX_FIELDS = 30;
const MAX_FIELD_BYTES = 10_000;
/** Maximum time for the parser to finish after the stream has ended. */
const STALL_MS = 1_000;

/** Stores the file of a form while it arrives, so that it is never held in memory. */
export interface FormRule<Stored = unknown> {
  maxFileBytes: number;
  store(platformId: string, chunks: AsyncIterable<Buffer>): Promise<Stored>;
  /** Deletes the stored file if the form is invalid or the response is a replay. */
  discard(platformId: string, stored: Stored): Promise<void>;
}

export interface UploadedFile<Stored = unknown> {
  name: string;
  size: number;
  sha256: string;
  stored: Stored;
}

export interface MultipartForm {
  fields: Record<string, string>;
  file: UploadedFile | undefined;
}

interface FormSource {
  stream: Readable;
  headers: IncomingHttpHeaders;
  platformId: string;
}

/** Reads multipart/form-data: text fields and one file named `file`, in any order. */
export async function readForm(rule: FormRule, { stream, headers, platformId }: FormSource): Promise<MultipartForm> {
  const fields: Record<string, string> = Object.create(null);
  const saved: Promise<UploadedFile>[] = [];
  const opened: Readable[] = [];
  const parsed = new Promise<void>((resolve, reject) => {
    const parser = openParser(headers, rule.maxFileBytes);
    parser.on('field', (name, value, _nameCut, isCut) => {
      if (isCut) reject(malformed(`${name} is longer than ${MAX_FIELD_BYTES} bytes.`));
      else fields[name] = value;
    });
    parser.on('file', (name, file, fileName) => {
      if (name !== 'file' || saved.length > 0) {
        file.resume();
        reject(malformed('A form has one file, named "file".'));
        return;
      }
      const saving = save(rule, { platformId, file, fileName });
      // Fails the form as soon as its file cannot be stored.
      saving.catch(reject);
      saved.push(saving);
      opened.push(file);
    });
    parser.on('fieldsLimit', () => reject(malformed(`A form has at most ${MAX_FIELDS} fields.`)));
    parser.on('finish', resolve);
    parser.on('error', () => reject(malformed('The form is not valid multipart/form-data.')));
    stream.on('aborted', () => reject(malformed('The form ended early.')));
    stream.on('end', async () => {
      // The parser never finishes after a part with an unterminated header.
      await Promise.allSettled(saved);
      await sleep(STALL_MS, undefined, { ref: false });
      await Promise.allSettled(saved);
      reject(malformed('The form is not valid multipart/form-data.'));
    });
    stream.pipe(parser);
  });
  try {
    await parsed;
    return { fields, file: await saved[0] };
  } catch (error) {
    stream.unpipe();
    stream.resume();
    // Stops storing files that will not be complete.
    for (const file of opened) file.destroy();
    for (const file of await Promise.allSettled(saved)) {
      if (file.status === 'fulfilled') await rule.discard(platformId, file.value.stored);
    }
    throw error;
  }
}

function openParser(headers: IncomingHttpHeaders, fileSize: number) {
  try {
    return new Busboy({
      headers: headers as IncomingHttpHeaders & { 'content-type': string },
      limits: { fileSize, files: 2, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, fieldNameSize: 100 },
    });
  } catch {
    throw malformed('The form has no boundary.');
  }
}

interface ArrivingFile {
  platformId: string;
  file: Readable;
  /** Undefined if the part contains no file name. */
  fileName: string | undefined;
}

async function save(rule: FormRule, { platformId, file, fileName = '' }: ArrivingFile): Promise<UploadedFile> {
  const hash = createHash('sha256');
  let size = 0;
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  // Fails the reader at once instead of at the end of the form. The listener handles a stream without a reader.
  file.on('limit', () => file.destroy(tooLarge(rule.maxFileBytes))).on('error', () => {});
  const stored = await rule.store(platformId, measured());
  return { name: fileName, size, sha256: hash.digest('hex'), stored };
}

const malformed = (message: string): ApiError => new ApiError('INVALID_INPUT', message);

function tooLarge(bytes: number): ApiError {
  const details = { hint: `A file may have at most ${bytes} bytes.` };
  return new ApiError('INVALID_INPUT', 'The file is too large.', details, { status: 413 });
}
