import { toBase64Url, utf8 } from '../../sdk/wallet/src/bytes.ts';
import { typed } from './dom.ts';
import { transport } from './state.ts';
import { ask } from './wire.ts';

const LIFETIME_SECONDS = 300;

const part = (value: object): string => toBase64Url(utf8(JSON.stringify(value)));

/** An ID token as a provider would give it, by the clock of the platform. The sandbox takes any signature. */
export async function sandboxToken(nonce?: string): Promise<string> {
  const { now } = await ask<{ now: string }>(transport(), 'GET', '/sandbox/clock');
  const issuedAt = Math.floor(Date.parse(now) / 1_000);
  const claims = {
    iss: typed('oidc-issuer'),
    aud: typed('oidc-audience'),
    sub: typed('oidc-subject'),
    email: typed('oidc-email'),
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
    ...(nonce && { nonce }),
  };
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.unsigned`;
}
