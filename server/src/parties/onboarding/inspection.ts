import { isFrameMarker } from '../../foundation/kernel/image-size.ts';

/** Accepted content types, with their file extensions. */
export const fileTypes = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const;
export type FileType = keyof typeof fileTypes;

type FileRejection = 'UNSUITABLE_DOCUMENT' | 'INCOMPLETE' | 'LOW_QUALITY';

export interface FileFinding {
  rejection: FileRejection;
  message: string;
}

/** A `finding` in addition to the type rejects the file in strict mode only. */
export type InspectionResult = { type: FileType; finding?: FileFinding } | FileFinding;

const MIN_PIXELS = 100;
/** Limits of large cameras. A small file may decode to a huge image, which reviewers would open. */
const MAX_SIDE = 12_000;
const MAX_PIXELS = 110_000_000;
/** Length of the end record of a ZIP archive plus its longest comment. */
const MAX_TAIL = 65_535 + 22;

/**
 * Detects the type of a file from its bytes while they stream through; name and declared type are ignored. Parses from
 * the first byte to the last, as programs that open the file do.
 */
export class Inspection {
  readonly #reading = wholeFile();
  #step: IteratorResult<Step, ParsedFile> = this.#reading.next();
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #skipped = 0;
  #rest = new FileRest();
  #tail = Buffer.alloc(0);
  #size = 0;

  /** True if the file is rejected whatever follows. */
  get isRejected(): boolean {
    return this.#step.done === true && 'rejection' in this.#step.value;
  }

  push(chunk: Buffer): void {
    this.#size += chunk.length;
    this.#tail = Buffer.concat([this.#tail, chunk]).subarray(-MAX_TAIL);
    let rest = chunk;
    while (rest.length > 0 && !this.#step.done) rest = this.#feed(rest, this.#step.value);
    if (this.#step.done) this.#rest.push(rest, this.#step.value);
  }

  end(): InspectionResult {
    if (!this.#step.done) return incomplete('The file ends early.');
    const parsed = this.#step.value;
    if ('rejection' in parsed) return parsed;
    if (endsAsArchive(this.#tail)) return unsuitable('The file is also an archive.');
    return parsed.type === 'application/pdf' ? this.#pdf() : this.#image(parsed);
  }

  #image({ type, width, height }: Picture): InspectionResult {
    if (this.#rest.isForeign) return unsuitable('The image is followed by data of another format.');
    if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
      return unsuitable(
        `The image has ${width} x ${height} pixels: each side may have ${MAX_SIDE}, and the image ${MAX_PIXELS}.`,
      );
    }
    if (width >= MIN_PIXELS && height >= MIN_PIXELS) return { type };
    const message = `The image has ${width} x ${height} pixels: both must be at least ${MIN_PIXELS}.`;
    return { type, finding: { rejection: 'LOW_QUALITY', message } };
  }

  #pdf(): InspectionResult {
    const end = PDF_END.exec(this.#tail.subarray(-PDF_TAIL).toString('latin1'));
    const tableAt = Number(end?.[1] ?? 0);
    const isWhole = tableAt > 0 && tableAt < this.#size;
    if (isWhole && this.#rest.hasObjects) return { type: 'application/pdf' };
    const finding = isWhole ? unsuitable('The PDF has no content.') : incomplete('The PDF ends early.');
    return this.#rest.hasEndMark ? { type: 'application/pdf', finding } : finding;
  }

  /** Passes the chunk to the current step and returns the unused bytes. */
  #feed(chunk: Buffer, step: Step): Buffer {
    if ('until' in step) {
      const found = chunk.indexOf(step.until);
      if (found < 0) return EMPTY;
      this.#next(EMPTY);
      return chunk.subarray(found + 1);
    }
    if ('skip' in step) {
      const used = Math.min(step.skip - this.#skipped, chunk.length);
      this.#skipped += used;
      if (this.#skipped === step.skip) this.#next(EMPTY);
      return chunk.subarray(used);
    }
    const used = Math.min(step.take - this.#waitingBytes, chunk.length);
    this.#waiting.push(chunk.subarray(0, used));
    this.#waitingBytes += used;
    if (this.#waitingBytes === step.take) this.#next(Buffer.concat(this.#waiting));
    return chunk.subarray(used);
  }

  #next(bytes: Buffer): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#skipped = 0;
    this.#step = this.#reading.next(bytes);
  }
}

const EMPTY = Buffer.alloc(0);
const PDF_TAIL = 2_048;
/** The last end mark of a PDF: each revision has one, and a few bytes may follow it. */
const PDF_END = /^[\s\S]*startxref\s+(\d+)\s+%%EOF/;

/** Request of a parser: `take` bytes, `skip` bytes, or skip past the next byte with the value `until`. */
type Step = { take: number } | { skip: number } | { until: number };
interface Picture {
  type: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
}
type ParsedFile = Picture | { type: 'application/pdf' } | FileFinding;
type Reading<T> = Generator<Step, T, Buffer>;

const unsuitable = (message: string) => ({ rejection: 'UNSUITABLE_DOCUMENT' as const, message });
const incomplete = (message: string) => ({ rejection: 'INCOMPLETE' as const, message });
const wrongType = unsuitable('The file is neither a PDF nor a JPEG or PNG image.');

function* take(count: number): Reading<Buffer> {
  return count === 0 ? EMPTY : yield { take: count };
}

function* skip(count: number): Reading<void> {
  if (count > 0) yield { skip: count };
}

function* wholeFile(): Reading<ParsedFile> {
  const start = (yield* take(3)).toString('latin1');
  if (start === '\xff\xd8\xff') return yield* jpeg();
  if (start === '\x89PN') return yield* png();
  if (start !== '%PD') return wrongType;
  return (yield* take(2)).toString('latin1') === 'F-' ? { type: 'application/pdf' } : wrongType;
}

const MAX_TEXT = 1024 * 1024;

/** Chunks with their lengths: IHDR first, then IDAT with the image, IEND last. */
function* png(): Reading<ParsedFile> {
  if ((yield* take(5)).toString('latin1') !== 'G\r\n\x1a\n') return wrongType;
  const header = yield* take(8 + 13 + 4);
  if (header.readUInt32BE(0) !== 13 || header.toString('latin1', 4, 8) !== 'IHDR') return wrongType;
  const picture = { type: 'image/png', width: header.readUInt32BE(8), height: header.readUInt32BE(12) } as const;
  let hasImage = false;
  for (;;) {
    const head = yield* take(8);
    const length = head.readUInt32BE(0);
    const name = head.toString('latin1', 4);
    if (!/^[A-Za-z]{4}$/.test(name)) return unsuitable('The PNG is broken.');
    if (/^(?:tEXt|iTXt|eXIf)$/.test(name) && length <= MAX_TEXT) {
      if (hasScript(yield* take(length))) return unsuitable('The PNG holds a script.');
      yield* skip(4);
    } else {
      yield* skip(length + 4);
    }
    if (name === 'IDAT') hasImage = true;
    if (name === 'IEND') return hasImage ? picture : incomplete('The PNG holds no image.');
  }
}

const EOI = 0xd9;
const SOS = 0xda;
/** Lowest code of a valid marker, except for the standalone marker 01. */
const FIRST_MARKER = 0xc0;
const isStandalone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** True for segments with metadata or text: APPn and comments. */
const isText = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/** Segments, each after a marker. After a start of scan, image data follows up to the next marker. */
function* jpeg(): Reading<ParsedFile> {
  let size: { width: number; height: number } | undefined;
  let hasScan = false;
  let marker = yield* markerCode();
  for (;;) {
    if (marker === EOI)
      return size && hasScan ? { type: 'image/jpeg', ...size } : incomplete('The JPEG holds no image.');
    if (!isStandalone(marker)) {
      const length = (yield* take(2)).readUInt16BE(0) - 2;
      const isBroken = marker < FIRST_MARKER || length < 0 || (isFrameMarker(marker) && length < 6);
      if (isBroken) return unsuitable('The JPEG is broken.');
      const body = isFrameMarker(marker) || isText(marker) ? yield* take(length) : yield* skip(length);
      if (body && isFrameMarker(marker)) size = { height: body.readUInt16BE(1), width: body.readUInt16BE(3) };
      if (body && isText(marker) && hasScript(body)) return unsuitable('The JPEG holds a script.');
    }
    if (marker === SOS) {
      hasScan = true;
      marker = yield* markerAfterImage();
    } else {
      if ((yield* take(1))[0] !== 0xff) return unsuitable('The JPEG is broken.');
      marker = yield* markerCode();
    }
  }
}

/** Code of a marker. The first FF is already read; further FF bytes are padding. */
function* markerCode(): Reading<number> {
  let code = 0xff;
  while (code === 0xff) code = (yield* take(1))[0] ?? 0;
  return code;
}

/** Finds the end of image data, within which FF is followed by 00 or by a restart marker. */
function* markerAfterImage(): Reading<number> {
  for (;;) {
    yield { until: 0xff };
    const code = yield* markerCode();
    if (code !== 0 && !(code >= 0xd0 && code <= 0xd7)) return code;
  }
}

const scripts = ['<?php', '<script', '<html', '<!doctype', '<svg'];
const hasScript = (bytes: Buffer): boolean => {
  const text = bytes.toString('latin1').toLowerCase();
  return scripts.some((script) => text.includes(script));
};

/** Signatures of archives, programs and PDFs. Cameras append other data to images, but never these. */
const foreign = ['PK\x03\x04', 'PK\x05\x06', 'Rar!\x1a\x07', "7z\xbc\xaf'\x1c", '\x7fELF', '%PDF-'];
const OVERLAP = 16;

/** Bytes after the parsed part: content of a PDF, or data appended to an image. */
class FileRest {
  isForeign = false;
  hasObjects = false;
  hasEndMark = false;
  #end = EMPTY;

  push(chunk: Buffer, parsed: ParsedFile): void {
    if (chunk.length === 0 || 'rejection' in parsed) return;
    const bytes = Buffer.concat([this.#end, chunk]);
    this.#end = bytes.subarray(-OVERLAP);
    if (parsed.type === 'application/pdf') {
      this.hasObjects ||= bytes.includes('endobj', 0, 'latin1');
      this.hasEndMark ||= bytes.includes('%%EOF', 0, 'latin1');
    } else this.isForeign ||= foreign.some((start) => bytes.includes(start, 0, 'latin1')) || hasScript(bytes);
  }
}

/** True if the file ends with the end record of a ZIP archive and its comment, which ZIP readers look for. */
function endsAsArchive(tail: Buffer): boolean {
  for (let at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1'); at >= 0; ) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
    if (at === 0) return false;
    at = tail.lastIndexOf('PK\x05\x06', at - 1, 'latin1');
  }
  return false;
}
