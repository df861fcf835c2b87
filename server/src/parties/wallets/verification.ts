import type { WalletDeps, WalletRequest, WalletResponse } from './deps.ts';
import { getLogin, type LoginContext } from './login-record.ts';
import { verifyIdentity } from './oauth.ts';
import { checkCode, verifyCode } from './otp.ts';
import { verifyPasskey } from './passkey.ts';
import { unlessProcessing } from './pending-operation.ts';
import type { CredentialProof } from './schemas.ts';
import { isFirstLeg } from './signed-retry.ts';

/** Checks the proof for a credential and opens a session. */
export async function verifyCredential(
  deps: WalletDeps,
  request: WalletRequest,
  { id, proof }: { id: string; proof: CredentialProof },
): Promise<WalletResponse> {
  const { platform, signed } = request;
  const key = { platformId: platform.id, credentialId: id };
  if ('encryptedOtpBundle' in proof && isFirstLeg(request)) {
    return checkCode(deps, request, { ...key, type: proof.type, bundle: proof.encryptedOtpBundle });
  }
  const login = await getLogin(deps.db, { ...key, type: proof.type, requestId: signed.requestId });
  return unlessProcessing(deps, request, { wallet: login }, () => openSession(deps, request, { login, proof }));
}

function openSession(
  deps: WalletDeps,
  request: WalletRequest,
  { login, proof }: { login: LoginContext; proof: CredentialProof },
): Promise<WalletResponse> {
  switch (proof.type) {
    case 'OAUTH':
      return verifyIdentity(deps, request, { ...proof, login });
    case 'PASSKEY':
      return verifyPasskey(deps, request, { ...proof, login });
    default:
      return verifyCode(deps, request, { login, bundle: proof.encryptedOtpBundle });
  }
}
