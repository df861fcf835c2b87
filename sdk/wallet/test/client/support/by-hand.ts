import { createECDH, generateKeyPairSync, sign } from 'node:crypto';
import { sealByHand } from '../../../../../server/test/support/hpke-by-hand.ts';

/** The key vault of the service, implemented with node:crypto only. */
export class Vault {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

  get publicKey(): string {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return `04${Buffer.from(x, 'base64url').toString('hex')}${Buffer.from(y, 'base64url').toString('hex')}`;
  }

  envelope(data: object, more: object = {}): string {
    const bytes = Buffer.from(JSON.stringify(data));
    return JSON.stringify({
      version: 'v1.0.0',
      data: bytes.toString('hex'),
      dataSignature: sign('sha256', bytes, this.#keys.privateKey).toString('hex'),
      enclaveQuorumPublic: this.publicKey,
      ...more,
    });
  }

  /** A recovery phrase, encrypted to this key. */
  exported(clientPublicKey: string, mnemonic: string, more: object = {}): string {
    return this.envelope({ ...sealByHand(clientPublicKey, mnemonic), organizationId: 'o' }, more);
  }
}

export const UNSIGNED = { dataSignature: '', enclaveQuorumPublic: '' };

export function newEcdh() {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return {
    scalar: Buffer.from(ecdh.getPrivateKey('hex').padStart(64, '0'), 'hex'),
    publicKey: ecdh.getPublicKey('hex'),
  };
}
