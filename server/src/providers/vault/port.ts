import type { Effect } from '../../db/effects.ts';

/** Whose wallet: one per embedded account. */
export interface WalletKey {
  platformId: string;
  accountId: string;
}

/** Signs in the name of a platform's vault. */
export interface VaultSigner {
  /** 130 hex characters. */
  publicKey: string;
  sign(message: Buffer, encoding: 'der' | 'ieee-p1363'): Buffer;
}

/** What a client is handed and can check before it decrypts: `data` hex, and the vault's signature over its bytes. */
export interface Envelope {
  version: string;
  data: string;
  dataSignature: string;
  enclaveQuorumPublic: string;
}

export interface ExportRequest {
  /** 130 hex characters. */
  clientPublicKey: string;
  organizationId: string;
  at: Date;
}

/** Keeps the seeds of wallets. Nothing outside of it ever sees one. */
export interface WalletVault {
  /** A new wallet: what keeps its seed, for the statement that opens it, and the address that money is sent to. */
  newWallet(key: WalletKey, at: Date): Promise<{ seed: Effect; depositAddress: string }>;
  /** The seed, sealed to the key of its holder. */
  exportWallet(key: WalletKey, request: ExportRequest): Promise<Envelope>;
  /** Signed data for a client, such as the key that its code is sealed to. */
  envelope(platformId: string, data: object, at: Date): Promise<Envelope>;
  signer(platformId: string, at: Date): Promise<VaultSigner>;
  /** Whether codes for this wallet may go to this email or phone number from now on. Asked before that is written. */
  takesContact(key: WalletKey, contact: string): Promise<boolean>;
}
