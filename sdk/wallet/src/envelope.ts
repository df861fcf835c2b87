import { type Bytes, fromHex, textOf, toHex } from './bytes.ts';
import { verify } from './p256.ts';
import { WalletError } from './wallet-error.ts';

interface Envelope {
  data: Bytes;
  signature: Bytes;
  /** Public key of the vault, 65 bytes. */
  signer: Bytes;
}

interface OpenedEnvelope {
  members: Record<string, unknown>;
  isSigned: boolean;
}

interface Trust {
  /** Public keys of the vault, in hex; without them, the key in the envelope is accepted. */
  trustedSigners?: readonly string[] | undefined;
  /** The sandbox leaves exports unsigned. */
  mayBeUnsigned: boolean;
}

/** Verifies the vault's signature, then parses the data. */
export async function openEnvelope(text: string, trust: Trust): Promise<OpenedEnvelope> {
  const { data, signature, signer } = readEnvelope(text);
  const isSigned = signature.length > 0 || signer.length > 0;
  if (isSigned) await requireSignature({ data, signature, signer }, trust);
  else if (!trust.mayBeUnsigned) throw new WalletError('UNTRUSTED', 'The wallet service has not signed its response.');
  try {
    return { members: JSON.parse(textOf(data)), isSigned };
  } catch (cause) {
    throw unreadable(cause);
  }
}

function readEnvelope(text: string): Envelope {
  try {
    // Some servers enclose the JSON in single quotes.
    const { data, dataSignature, enclaveQuorumPublic } = JSON.parse(text.replace(/^'(.*)'$/s, '$1'));
    return { data: fromHex(data), signature: fromHex(dataSignature), signer: fromHex(enclaveQuorumPublic) };
  } catch (cause) {
    throw unreadable(cause);
  }
}

async function requireSignature({ data, signature, signer }: Envelope, { trustedSigners }: Trust): Promise<void> {
  const isTrusted = trustedSigners?.some((key) => key.toLowerCase() === toHex(signer)) ?? true;
  if (!isTrusted) throw new WalletError('UNTRUSTED', 'The response is signed by a key that is not in trustedSigners.');
  // A malformed key or signature is as untrusted as a wrong one.
  if (await verify(signer, data, signature).catch(() => false)) return;
  throw new WalletError('UNTRUSTED', 'The signature of the wallet service is not valid.');
}

const unreadable = (cause: unknown): WalletError =>
  new WalletError('UNREADABLE', 'The signed response of the wallet service cannot be read.', { cause });
