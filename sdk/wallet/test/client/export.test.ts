import { describe, expect, it } from 'vitest';
import type { WalletOptions, WalletRequest } from '../../src/index.ts';
import { UNSIGNED, Vault } from './support/by-hand.ts';
import { codeOf, question, type Scripted, scripted, scriptedWallet } from './support/scripted.ts';

const MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const vault = new Vault();

const keyIn = ({ body }: WalletRequest): string => JSON.parse(body ?? '{}').clientPublicKey;

const asking = (request: WalletRequest): Scripted =>
  question({ type: 'ACTIVITY_TYPE_EXPORT_WALLET', parameters: { targetPublicKey: keyIn(request), walletId: 'w' } });

type Sealing = (clientPublicKey: string) => string;

async function exported(seal: Sealing, options: Partial<WalletOptions> = {}) {
  const response = (request: WalletRequest): Scripted => ({
    status: 200,
    body: { id: 'x', encryptedWalletCredentials: seal(keyIn(request)) },
  });
  const service = scripted(asking, response);
  const { wallet } = await scriptedWallet(service, options);
  return { service, call: wallet.exportWallet() };
}

describe('an export', () => {
  it('is encrypted to a new uncompressed key and decrypted after the check of its signature', async () => {
    const { service, call } = await exported((key) => vault.exported(key, MNEMONIC));
    expect(await call).toEqual({ mnemonic: MNEMONIC, isSigned: true });
    const [first, second] = service.requests;
    expect(keyIn(first as WalletRequest)).toMatch(/^04[0-9a-f]{128}$/);
    expect(second?.body).toBe(first?.body);
  });

  it('is accepted unsigned only in the sandbox, and marked as unsigned', async () => {
    const unsigned: Sealing = (key) => vault.exported(key, MNEMONIC, UNSIGNED);
    expect(await (await exported(unsigned, { sandbox: true })).call).toEqual({ mnemonic: MNEMONIC, isSigned: false });
    expect(await codeOf((await exported(unsigned)).call)).toBe('UNTRUSTED');
  });

  it('with an incomplete signature is not treated as unsigned', async () => {
    for (const more of [{ dataSignature: '' }, { enclaveQuorumPublic: '' }]) {
      const { call } = await exported((key) => vault.exported(key, MNEMONIC, more), { sandbox: true });
      expect(await codeOf(call)).toBe('UNTRUSTED');
    }
  });

  it('is not decrypted if it was changed or signed by another key', async () => {
    const swapped: Sealing = (key) =>
      vault.exported(key, MNEMONIC, { data: JSON.parse(vault.exported(key, 'evil')).data });
    expect(await codeOf((await exported(swapped)).call)).toBe('UNTRUSTED');
  });

  it('is accepted only from trusted signers if they are set', async () => {
    const signed: Sealing = (key) => vault.exported(key, MNEMONIC);
    const trusting = await exported(signed, { trustedSigners: [vault.publicKey.toUpperCase()] });
    expect((await trusting.call).isSigned).toBe(true);
    expect(await codeOf((await exported(signed, { trustedSigners: [new Vault().publicKey] })).call)).toBe('UNTRUSTED');
  });

  it('is unreadable if it is encrypted to another key or is not an export', async () => {
    const other: Sealing = () => vault.exported(new Vault().publicKey, MNEMONIC);
    expect(await codeOf((await exported(other)).call)).toBe('UNREADABLE');
    expect(await codeOf((await exported(() => '{}')).call)).toBe('UNREADABLE');
    expect(await codeOf((await exported(() => vault.envelope({}))).call)).toBe('UNREADABLE');
  });

  it('requires a confirmation', async () => {
    const { call } = await exported(() => '', {
      confirm: ({ title }) => title !== 'Show the recovery phrase of this wallet',
    });
    expect(await codeOf(call)).toBe('CANCELLED');
  });
});
