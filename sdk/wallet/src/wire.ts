export type CredentialType = 'PASSKEY' | 'EMAIL_OTP' | 'SMS_OTP' | 'OAUTH';

/** Authenticates the holder of a wallet. */
export interface Credential {
  id: string;
  accountId: string;
  type: CredentialType;
  /** Email, phone number, or name of a passkey. */
  nickname: string;
  createdAt: string;
  updatedAt: string;
  /** PASSKEY only: the WebAuthn id, base64url. */
  credentialId?: string;
}

export interface CodeChallenge extends Credential {
  otpEncryptionTargetBundle: string;
}

export interface PasskeyChallenge extends Credential {
  credentialId: string;
  challenge: string;
  requestId: string;
}

export interface SessionResponse extends Credential {
  expiresAt: string;
}

export interface ExportResponse {
  encryptedWalletCredentials: string;
}
