import { toBase64Url, toHex, utf8 } from './bytes.ts';
import { sign } from './p256.ts';

/** Key of a session; the public key is compressed, in hex. */
export interface Signer {
  privateKey: CryptoKey;
  publicKey: string;
}

/** The value of the wallet signature header, over the payload exactly as it was received. */
export async function stamp({ privateKey, publicKey }: Signer, payload: string): Promise<string> {
  const signature = toHex(await sign(privateKey, utf8(payload)));
  return toBase64Url(utf8(JSON.stringify({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature })));
}
