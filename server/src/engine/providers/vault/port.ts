import type { Effect } from '../../../foundation/db/effects.ts';

/** One wallet per embedded account. */
export interface WalletKey {
  platformId: string;
  accountId: string;
}

/** Signing key of a platform's vault. */
export interface VaultSigner {
  /** Uncompressed P-256 point, 130 hex characters. */
  publicKey: string;
  sign(message: Buffer, encoding: 'der' | 'ieee-p1363'): Buffer;
}

/** Data for a client in hex, with the signature of the vault over its bytes. */
export interface Envelope {
  version: string;
  data: string;
  dataSignature: string;
  enclaveQuorumPublic: string;
}

interface WalletExportRequest {
  /** Uncompressed P-256 point, 130 hex characters. */
  clientPublicKey: string;
  organizationId: string;
  at: Date;
}

/** Stores the seeds of wallets. A seed never leaves it in plain text. */
export interface WalletVault {
  /** Creates a wallet: the effect that stores its seed, and its deposit address. */
  newWallet(key: WalletKey, at: Date): Promise<{ seed: Effect; depositAddress: string }>;
  /** The seed, encrypted for the key of the client. */
  exportWallet(key: WalletKey, request: WalletExportRequest): Promise<Envelope>;
  /** Signed data for a client, for example the key that its code is encrypted for. */
  envelope(platformId: string, data: object, at: Date): Promise<Envelope>;
  signer(platformId: string, at: Date): Promise<VaultSigner>;
  /** Whether codes may be sent to this email or phone number. Called before a change is written. */
  acceptsContact(key: WalletKey, contact: string): Promise<boolean>;
}
