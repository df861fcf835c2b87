import { json } from './api.ts';
import { fromHex, textOf } from './bytes.ts';
import type { Context } from './context.ts';
import type { Confirm } from './describe.ts';
import { openEnvelope } from './envelope.ts';
import { open } from './hpke.ts';
import { type KeyPair, newReceivingKey } from './p256.ts';
import { confirmedBy, expecting, retryBySession } from './signed-retry.ts';
import { WalletError } from './wallet-error.ts';
import type { ExportResponse } from './wire.ts';

export interface ExportedWallet {
  /** Recovery phrase, which gives full control of the wallet. */
  mnemonic: string;
  /** False for a response of the sandbox, which is not signed. */
  isSigned: boolean;
}

/** Exports the recovery phrase, encrypted to a key that is used once. */
export async function exportWallet(
  context: Context,
  { confirm = context.confirm }: { confirm?: Confirm } = {},
): Promise<ExportedWallet> {
  const key = await newReceivingKey();
  const path = `/internal-accounts/${encodeURIComponent(context.accountId)}/export`;
  const request = { method: 'POST', path, ...json({ clientPublicKey: key.uncompressed }) };
  const isExport = expecting('ACTIVITY_TYPE_EXPORT_WALLET', { targetPublicKey: key.uncompressed });
  const isConfirmed = confirmedBy(confirm);
  const { body } = await retryBySession<ExportResponse>(context, request, async (payload) => {
    await isExport(payload);
    await isConfirmed(payload);
  });
  return read(context, body, key);
}

async function read(context: Context, response: ExportResponse, key: KeyPair): Promise<ExportedWallet> {
  const { trustedSigners, isSandbox } = context;
  const trust = { trustedSigners, mayBeUnsigned: isSandbox };
  const { members, isSigned } = await openEnvelope(response.encryptedWalletCredentials, trust);
  try {
    const [encapped, ciphertext] = [members['encappedPublic'], members['ciphertext']].map((hex) =>
      fromHex(String(hex)),
    );
    if (!encapped || !ciphertext) throw new TypeError('the response has no ciphertext');
    return { mnemonic: textOf(await open(key, { encapped, ciphertext })), isSigned };
  } catch (cause) {
    throw new WalletError('UNREADABLE', 'The exported wallet cannot be decrypted.', { cause });
  }
}
