export type CredentialType = 'PASSKEY' | 'EMAIL_OTP' | 'SMS_OTP' | 'OAUTH';

/** A way to prove that the wallet is one's own. */
export interface Credential {
  id: string;
  accountId: string;
  type: CredentialType;
  /** The email, the phone number, or the name of a passkey. */
  nickname: string;
  createdAt: string;
  updatedAt: string;
  /** Of a passkey: its WebAuthn id, base64url. */
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

export interface SessionAnswer extends Credential {
  expiresAt: string;
}

export interface ExportAnswer {
  encryptedWalletCredentials: string;
}
