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

/** Data for a client in hex, signed by the vault. */
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

/** Stores the seeds of wallets. Seeds never leave the vault in plain text. */
export interface WalletVault {
  /** Creates a wallet. Returns the effect that stores its seed, and its deposit address. */
  newWallet(key: WalletKey, at: Date): Promise<{ seed: Effect; depositAddress: string }>;
  /** Returns the seed, encrypted for the client's key. */
  exportWallet(key: WalletKey, request: WalletExportRequest): Promise<Envelope>;
  /** Signs data for a client, for example the key for which the client encrypts a code. */
  envelope(platformId: string, data: object, at: Date): Promise<Envelope>;
  signer(platformId: string, at: Date): Promise<VaultSigner>;
  /** Returns true if codes may be sent to this email or phone number. Called before a change is written. */
  acceptsContact(key: WalletKey, contact: string): Promise<boolean>;
}
