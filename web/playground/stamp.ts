import { fromBase64Url, fromHex, textOf, toHex, utf8 } from '../../sdk/wallet/src/bytes.ts';
import { fromDer, sha256 } from '../../sdk/wallet/src/p256.ts';

const SCALAR_BYTES = 32;

/** The decoded wallet signature header: its members, r and s of the signature, and the signed payload. */
export async function decodeStamp(stamp: string, payload: string | undefined): Promise<string> {
  const { publicKey, scheme, signature } = JSON.parse(textOf(fromBase64Url(stamp)));
  const pair = fromDer(fromHex(signature));
  const signed =
    payload === undefined
      ? []
      : [
          ['SHA-256 of signed', toHex(await sha256(utf8(payload)))],
          ['signed', payload],
        ];
  const members = [
    ['publicKey', publicKey],
    ['scheme', scheme],
    ['signature', signature],
    ['r', toHex(pair.slice(0, SCALAR_BYTES))],
    ['s', toHex(pair.slice(SCALAR_BYTES))],
    ...signed.reverse(),
  ];
  return members.map(([name, value]) => `${name}: ${value}`).join('\n');
}
