import { createHash } from 'node:crypto';
import type { VaultSigner } from '../../engine/providers/vault/port.ts';
import { SECOND_MS } from '../../foundation/kernel/clock.ts';
import { uuidv7 } from '../../foundation/kernel/ids.ts';
import type { Credential } from './credential-record.ts';
import { CHALLENGE_MS } from './signed-retry.ts';

interface Verified {
  subject: string;
  credential: Credential;
  publicKey: string;
  now: Date;
}

/** Compact JWT (ES256) that confirms the code and names the public key that was sent with it. */
export function verificationToken(signer: VaultSigner, { subject, credential, publicKey, now }: Verified): string {
  const issuedAt = Math.floor(now.getTime() / SECOND_MS);
  const header = { alg: 'ES256', kid: keyId(signer.publicKey), typ: 'JWT' };
  const claims = {
    accountId: credential.accountId,
    credentialId: credential.id,
    exp: issuedAt + CHALLENGE_MS / SECOND_MS,
    iat: issuedAt,
    jti: uuidv7(),
    publicKey,
    sub: subject,
  };
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${signer.sign(Buffer.from(signed), 'ieee-p1363').toString('base64url')}`;
}

const keyId = (publicKey: string): string => createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
