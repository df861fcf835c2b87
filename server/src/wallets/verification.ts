import { type KnownLogin, readLogin } from './login-record.ts';
import type { WalletAnswer, WalletNeeds, WalletRequest } from './needs.ts';
import { verifyIdentity } from './oauth.ts';
import { checkCode, verifyCode } from './otp.ts';
import { type Assertion, verifyPasskey } from './passkey.ts';
import { unlessAtWork } from './processing.ts';
import { isFirstLeg } from './signed-retry.ts';

export type Proof =
  | { type: 'EMAIL_OTP' | 'SMS_OTP'; encryptedOtpBundle: string }
  | { type: 'OAUTH'; oidcToken: string; clientPublicKey: string }
  | { type: 'PASSKEY'; assertion: Assertion };

/** Checks the proof of a credential and opens a session. */
export async function verifyCredential(
  needs: WalletNeeds,
  request: WalletRequest,
  { id, proof }: { id: string; proof: Proof },
): Promise<WalletAnswer> {
  const { platform, signed } = request;
  const asked = { platformId: platform.id, credentialId: id };
  if ('encryptedOtpBundle' in proof && isFirstLeg(request)) {
    return checkCode(needs, request, { ...asked, type: proof.type, bundle: proof.encryptedOtpBundle });
  }
  const login = await readLogin(needs.db, { ...asked, type: proof.type, requestId: signed.requestId });
  return unlessAtWork(needs, request, { wallet: login }, () => openSession(needs, request, { login, proof }));
}

function openSession(
  needs: WalletNeeds,
  request: WalletRequest,
  { login, proof }: { login: KnownLogin; proof: Proof },
): Promise<WalletAnswer> {
  switch (proof.type) {
    case 'OAUTH':
      return verifyIdentity(needs, request, { ...proof, login });
    case 'PASSKEY':
      return verifyPasskey(needs, request, { ...proof, login });
    default:
      return verifyCode(needs, request, { login, bundle: proof.encryptedOtpBundle });
  }
}
