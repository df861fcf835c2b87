import { json } from './api.ts';
import { fromHex, textOf } from './bytes.ts';
import type { Context } from './context.ts';
import type { Confirm } from './describe.ts';
import { openEnvelope } from './envelope.ts';
import { open } from './hpke.ts';
import { type KeyPair, newReceivingKey } from './p256.ts';
import { confirmedBy, expecting, retryBySession } from './signed-retry.ts';
import { WalletError } from './wallet-error.ts';
import type { ExportAnswer } from './wire.ts';

export interface ExportedWallet {
  /** The recovery phrase: whoever has it has the wallet. */
  mnemonic: string;
  /** False where the sandbox has left the answer unsigned, so that nobody vouches for it. */
  isSigned: boolean;
}

/** The wallet's recovery phrase, sealed to a key that is made for it and used once. */
export async function exportWallet(
  context: Context,
  { confirm = context.confirm }: { confirm?: Confirm } = {},
): Promise<ExportedWallet> {
  const key = await newReceivingKey();
  const path = `/internal-accounts/${encodeURIComponent(context.accountId)}/export`;
  const request = { method: 'POST', path, ...json({ clientPublicKey: key.uncompressed }) };
  const isExport = expecting('ACTIVITY_TYPE_EXPORT_WALLET', { targetPublicKey: key.uncompressed });
  const isConfirmed = confirmedBy(confirm);
  const { body } = await retryBySession<ExportAnswer>(context, request, async (payload) => {
    await isExport(payload);
    await isConfirmed(payload);
  });
  return read(context, body, key);
}

async function read(context: Context, answer: ExportAnswer, key: KeyPair): Promise<ExportedWallet> {
  const { trustedSigners, isSandbox } = context;
  const trust = { trustedSigners, mayBeUnsigned: isSandbox };
  const { members, isSigned } = await openEnvelope(answer.encryptedWalletCredentials, trust);
  try {
    const [encapped, ciphertext] = [members['encappedPublic'], members['ciphertext']].map((hex) =>
      fromHex(String(hex)),
    );
    if (!encapped || !ciphertext) throw new TypeError('nothing is sealed');
    return { mnemonic: textOf(await open(key, { encapped, ciphertext })), isSigned };
  } catch (cause) {
    throw new WalletError('UNREADABLE', 'The exported wallet does not open with the key made for it.', { cause });
  }
}
