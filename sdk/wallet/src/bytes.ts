/** Byte array as WebCrypto requires it. */
export type Bytes = Uint8Array<ArrayBuffer>;

export const utf8 = (text: string): Bytes => Uint8Array.from(new TextEncoder().encode(text));

/** Throws if the bytes are not UTF-8. */
export const textOf = (bytes: BufferSource): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

export const toHex = (bytes: Bytes): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Throws if the text is not hex. */
export function fromHex(text: string): Bytes {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new TypeError('not hex');
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Unpadded (RFC 4648, section 5). */
export const toBase64Url = (bytes: Bytes): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Throws if the text is not base64url. */
export const fromBase64Url = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

export function concat(...parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
