/**
 * The client libraries that users of this API family have, as oracles. Loaded by name: their types would include those
 * of the browser, which the server must not use.
 */
interface TurnkeyCrypto {
  generateP256KeyPair(): { privateKey: string; publicKey: string; publicKeyUncompressed: string };
  hpkeEncrypt(message: { plainTextBuf: Uint8Array; targetKeyBuf: Uint8Array }): Uint8Array;
  hpkeDecrypt(sealed: { ciphertextBuf: Uint8Array; encappedKeyBuf: Uint8Array; receiverPriv: string }): Uint8Array;
  formatHpkeBuf(sealed: Uint8Array): string;
  encryptOtpCodeToBundle(code: string, targetBundle: string, publicKey: string, signer?: string): Promise<string>;
  decryptExportBundle(exported: {
    exportBundle: string;
    organizationId: string;
    embeddedKey: string;
    dangerouslyOverrideSignerPublicKey?: string;
    returnMnemonic: boolean;
  }): Promise<string>;
  decryptCredentialBundle(bundle: string, embeddedKey: string): string;
  verifyOtpVerificationToken(token: string, signer?: string): Promise<object>;
  verifyStampSignature(publicKey: string, signature: string, signedData: string): Promise<boolean>;
  getPublicKey(privateKey: string, isCompressed?: boolean): Uint8Array;
}

export type Runtime = 'browser' | 'node' | 'purejs';

interface TurnkeyStamper {
  ApiKeyStamper: new (key: {
    apiPublicKey: string;
    apiPrivateKey: string;
    runtimeOverride?: Runtime;
  }) => { stamp(payload: string): Promise<{ stampHeaderName: string; stampHeaderValue: string }> };
}

const load = (name: string): Promise<unknown> => import(name);

export const turnkeyCrypto = (await load('@turnkey/crypto')) as TurnkeyCrypto;
const { ApiKeyStamper } = (await load('@turnkey/api-key-stamper')) as TurnkeyStamper;

/** A key that stamps with these libraries. */
export class TurnkeyKey {
  readonly privateKey: string;
  readonly compressed: string;
  readonly uncompressed: string;

  constructor(privateKey = turnkeyCrypto.generateP256KeyPair().privateKey) {
    this.privateKey = privateKey;
    this.compressed = Buffer.from(turnkeyCrypto.getPublicKey(privateKey)).toString('hex');
    this.uncompressed = Buffer.from(turnkeyCrypto.getPublicKey(privateKey, false)).toString('hex');
  }

  async stamp(payload: string, runtimeOverride: Runtime = 'node'): Promise<string> {
    const { compressed: apiPublicKey, privateKey: apiPrivateKey } = this;
    const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey, runtimeOverride });
    return (await stamper.stamp(payload)).stampHeaderValue;
  }
}
