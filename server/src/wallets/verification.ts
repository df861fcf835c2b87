import { InvalidFields } from '../kernel/errors.ts';
import { findCredential } from './credential-record.ts';
import type { WalletAnswer, WalletNeeds, WalletRequest } from './needs.ts';
import { verifyIdentity } from './oauth.ts';
import { verifyCode } from './otp.ts';
import { type Assertion, verifyPasskey } from './passkey.ts';
import { findWallet } from './wallet.ts';

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
  const credential = await findCredential(needs.db, request.platform.id, id);
  await findWallet(needs, request.platform.id, credential.accountId, 'accountId');
  if (credential.type !== proof.type) {
    const message = `type must be that of the credential, ${credential.type}.`;
    throw new InvalidFields([{ field: 'type', message, constraint: { enum: [credential.type] } }]);
  }
  switch (proof.type) {
    case 'OAUTH':
      return verifyIdentity(needs, request, { ...proof, credential });
    case 'PASSKEY':
      return verifyPasskey(needs, request, { ...proof, credential });
    default:
      return verifyCode(needs, request, { credential, bundle: proof.encryptedOtpBundle });
  }
}
