import { toBase64Url, utf8 } from '../../sdk/wallet/src/bytes.ts';
import { inputValue } from './dom.ts';
import { callApi } from './state.ts';

const LIFETIME_SECONDS = 300;

const part = (value: object): string => toBase64Url(utf8(JSON.stringify(value)));

/** An ID token by the clock of the platform. The sandbox accepts any signature. */
export async function sandboxToken(nonce?: string): Promise<string> {
  const { now } = await callApi<{ now: string }>('GET', '/sandbox/clock');
  const issuedAt = Math.floor(Date.parse(now) / 1_000);
  const claims = {
    iss: inputValue('oidc-issuer'),
    aud: inputValue('oidc-audience'),
    sub: inputValue('oidc-subject'),
    email: inputValue('oidc-email'),
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
    ...(nonce && { nonce }),
  };
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.unsigned`;
}
