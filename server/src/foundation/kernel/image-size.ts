/** Width and height in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Size of a PNG, JPEG or WebP image from its headers, without decoding; undefined if the headers lack it. */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  try {
    if (bytes.readUInt32BE(0) === 0x89504e47) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    return bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : webpSize(bytes);
  } catch (error) {
    // The file ends within its headers.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Start of frame: markers C0 to CF except C4, C8 and CC, which are no frames. */
export const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(bytes: Buffer): ImageSize | undefined {
  for (let at = 2; bytes.readUInt8(at) === 0xff; ) {
    const marker = bytes.readUInt8(at + 1);
    if (isFrameMarker(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    const isPadding = marker === 0xff;
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (isPadding) at += 1;
    else at += isAlone ? 2 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** The first chunk determines the location of the size: extended, lossless or lossy. */
function webpSize(bytes: Buffer): ImageSize | undefined {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const packed = bytes.readUInt32LE(21);
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
}
