/** What a document may be, and how files of it are called. */
export const fileTypes = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const;
export type FileType = keyof typeof fileTypes;

export type Refusal = 'UNSUITABLE_DOCUMENT' | 'INCOMPLETE' | 'LOW_QUALITY';

export type Verdict = { type: FileType } | { refusal: Refusal; message: string };

const MIN_PIXELS = 100;
/** The longest comment that can follow the end of a ZIP archive, and that end. */
const MAX_TAIL = 65_535 + 22;

/**
 * Tells what a file is from its bytes alone, while they pass by: its name and what the sender calls it mean nothing.
 * Each format is read as a reader of it would, from the first byte to the last.
 */
export class Inspection {
  readonly #reading = wholeFile();
  #step: IteratorResult<Step, Finding> = this.#reading.next();
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #skipped = 0;
  #after = new Behind();
  #tail = Buffer.alloc(0);
  #size = 0;

  /** True once no further byte can save it. */
  get isHopeless(): boolean {
    return this.#step.done === true && 'refusal' in this.#step.value;
  }

  push(chunk: Buffer): void {
    this.#size += chunk.length;
    this.#tail = Buffer.concat([this.#tail, chunk]).subarray(-MAX_TAIL);
    let rest = chunk;
    while (rest.length > 0 && !this.#step.done) rest = this.#feed(rest, this.#step.value);
    if (this.#step.done) this.#after.push(rest, this.#step.value);
  }

  end(): Verdict {
    if (!this.#step.done) return incomplete('The file ends early.');
    const finding = this.#step.value;
    if ('refusal' in finding) return finding;
    if (endsAsArchive(this.#tail)) return unsuitable('The file is an archive in disguise.');
    return finding.type === 'application/pdf' ? this.#pdf() : this.#image(finding);
  }

  #image({ type, width, height }: Picture): Verdict {
    if (this.#after.isForeign) return unsuitable('Something else is hidden behind the image.');
    if (width >= MIN_PIXELS && height >= MIN_PIXELS) return { type };
    return { refusal: 'LOW_QUALITY', message: `The image has ${width} x ${height} pixels: nothing on it can be read.` };
  }

  #pdf(): Verdict {
    const end = PDF_END.exec(this.#tail.subarray(-PDF_TAIL).toString('latin1'));
    const tableAt = Number(end?.[1] ?? 0);
    if (tableAt === 0 || tableAt >= this.#size) return incomplete('The PDF ends early.');
    return this.#after.hasObjects ? { type: 'application/pdf' } : unsuitable('The file is no real PDF.');
  }

  /** Gives a step what it asks for, as far as this chunk has it, and returns what it leaves. */
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
/** The last of the marks that end a revision of the document; a little may follow it. */
const PDF_END = /^[\s\S]*startxref\s+(\d+)\s+%%EOF/;

/** A reader asks for bytes, skips some, or skips behind the next of one value. */
type Step = { take: number } | { skip: number } | { until: number };
interface Picture {
  type: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
}
type Finding = Picture | { type: 'application/pdf' } | { refusal: Refusal; message: string };
type Reading<T> = Generator<Step, T, Buffer>;

const unsuitable = (message: string) => ({ refusal: 'UNSUITABLE_DOCUMENT' as const, message });
const incomplete = (message: string) => ({ refusal: 'INCOMPLETE' as const, message });
const wrongType = unsuitable('The file is neither a PDF nor a JPEG or PNG image.');

function* take(count: number): Reading<Buffer> {
  return count === 0 ? EMPTY : yield { take: count };
}

function* skip(count: number): Reading<void> {
  if (count > 0) yield { skip: count };
}

function* wholeFile(): Reading<Finding> {
  const start = (yield* take(3)).toString('latin1');
  if (start === '\xff\xd8\xff') return yield* jpeg();
  if (start === '\x89PN') return yield* png();
  if (start !== '%PD') return wrongType;
  return (yield* take(2)).toString('latin1') === 'F-' ? { type: 'application/pdf' } : wrongType;
}

const MAX_TEXT = 1024 * 1024;

/** Chunks with their lengths: IHDR is the first, IEND the last, and IDAT in between holds the image. */
function* png(): Reading<Finding> {
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
/** No marker has a code below these, except the one that stands alone. */
const FIRST_MARKER = 0xc0;
const isStandalone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** Start of frame: all of C0 to CF but the tables among them. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** APPn and comments. */
const isText = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/** Segments between markers; behind a start of scan comes the image, until the next real marker. */
function* jpeg(): Reading<Finding> {
  let size: { width: number; height: number } | undefined;
  let hasScan = false;
  let marker = yield* markerCode();
  for (;;) {
    if (marker === EOI)
      return size && hasScan ? { type: 'image/jpeg', ...size } : incomplete('The JPEG holds no image.');
    if (!isStandalone(marker)) {
      const length = (yield* take(2)).readUInt16BE(0) - 2;
      const isBroken = marker < FIRST_MARKER || length < 0 || (isFrame(marker) && length < 6);
      if (isBroken) return unsuitable('The JPEG is broken.');
      const body = isFrame(marker) || isText(marker) ? yield* take(length) : yield* skip(length);
      if (body && isFrame(marker)) size = { height: body.readUInt16BE(1), width: body.readUInt16BE(3) };
      if (body && isText(marker) && hasScript(body)) return unsuitable('The JPEG holds a script.');
    }
    if (marker === SOS) {
      hasScan = true;
      marker = yield* behindImage();
    } else {
      if ((yield* take(1))[0] !== 0xff) return unsuitable('The JPEG is broken.');
      marker = yield* markerCode();
    }
  }
}

/** Behind its first FF; any number of them may come before the code. */
function* markerCode(): Reading<number> {
  let code = 0xff;
  while (code === 0xff) code = (yield* take(1))[0] ?? 0;
  return code;
}

/** Inside the image FF is followed by 00, or by the marker of a restart. */
function* behindImage(): Reading<number> {
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

/** Beginnings of archives, programs and documents. Cameras do append data of their own to images; never these. */
const foreign = ['PK\x03\x04', 'PK\x05\x06', 'Rar!\x1a\x07', "7z\xbc\xaf'\x1c", '\x7fELF', '%PDF-'];
const OVERLAP = 16;

/** What follows the first part of a file: all of a PDF's content, and what should not be there behind an image. */
class Behind {
  isForeign = false;
  hasObjects = false;
  #end = EMPTY;

  push(chunk: Buffer, finding: Finding): void {
    if (chunk.length === 0 || 'refusal' in finding) return;
    const bytes = Buffer.concat([this.#end, chunk]);
    this.#end = bytes.subarray(-OVERLAP);
    if (finding.type === 'application/pdf') this.hasObjects ||= bytes.includes('endobj', 0, 'latin1');
    else this.isForeign ||= foreign.some((start) => bytes.includes(start, 0, 'latin1')) || hasScript(bytes);
  }
}

/** An archive is found from its end: a record that says how many bytes of comment follow it. */
function endsAsArchive(tail: Buffer): boolean {
  for (let at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1'); at >= 0; ) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
    if (at === 0) return false;
    at = tail.lastIndexOf('PK\x05\x06', at - 1, 'latin1');
  }
  return false;
}
