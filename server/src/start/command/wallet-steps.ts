import { createECDH, ECDH } from 'node:crypto';
import { SANDBOX_STAMP, SANDBOX_WALLET_CODE } from '../../engine/providers/magic-values.ts';
import { hpkeSeal } from '../../foundation/kernel/hpke.ts';
import { randomHex } from '../../foundation/kernel/ids.ts';
import type { Json } from './api.ts';
import { customer } from './payment-steps.ts';
import type { Scene, Step } from './scene.ts';

/** Exceeds the time in which a request can be repeated. */
const EXPIRED_AFTER_SECONDS = 301;

const holder: Step = (scene) =>
  customer('', { email: `holder.${randomHex(48)}@example.com`, phoneNumber: scene.text('phoneNumber') })(scene);

const wallet: Step = async (scene) => {
  const query = `customerId=${scene.id('Customer')}&type=EMBEDDED_WALLET`;
  const { data } = await scene.api.get(`/customers/internal-accounts?${query}`);
  scene.add(data[0].id);
};

/** Opens a session of the wallet with the code from the customer's email. */
const login: Step = async (scene) => {
  const { data } = await scene.api.get(`/auth/credentials?accountId=${scene.id('InternalAccount')}`);
  const path = `/auth/credentials/${data.find(({ type }: Json) => type === 'EMAIL_OTP').id}`;
  const challenge = await scene.api.post(`${path}/challenge`);
  const body = { type: 'EMAIL_OTP', encryptedOtpBundle: sealedCode(challenge.otpEncryptionTargetBundle) };
  const { requestId } = await scene.api.post(`${path}/verify`, body);
  const session = await scene.api.post(`${path}/verify`, body, { headers: signed(requestId) });
  scene.add(session.id);
};

function sealedCode(bundle: string): string {
  const { targetPublic } = JSON.parse(Buffer.from(JSON.parse(bundle).data, 'hex').toString());
  const key = createECDH('prime256v1').generateKeys('hex');
  const compressed = ECDH.convertKey(key, 'prime256v1', 'hex', 'hex', 'compressed');
  const text = JSON.stringify({ otp_code: SANDBOX_WALLET_CODE, public_key: compressed });
  const { encapped, ciphertext } = hpkeSeal(Buffer.from(targetPublic, 'hex'), Buffer.from(text));
  return JSON.stringify({ encappedPublic: encapped.toString('hex'), ciphertext: ciphertext.toString('hex') });
}

const signed = (requestId: string) => ({ 'request-id': requestId, 'service-wallet-signature': SANDBOX_STAMP });

interface Operation {
  method: string;
  path: string;
  body?: object;
}

const begin = async (scene: Scene, { method, path, body }: Operation): Promise<string> =>
  (await scene.api.request(method, path, { body })).requestId;

const sign = (scene: Scene, { method, path, body }: Operation, requestId: string): Promise<Json> =>
  scene.api.request(method, path, { body, headers: signed(requestId) });

/** Makes wallet operations run in the background by an email address with +slow. */
async function slowDown(scene: Scene): Promise<void> {
  const body = { customerType: 'INDIVIDUAL', email: `holder.${randomHex(48)}+slow@example.com` };
  const change = { method: 'PATCH', path: `/customers/${scene.id('Customer')}`, body };
  await sign(scene, change, await begin(scene, change));
}

const revocationOf = (scene: Scene): Operation => ({ method: 'DELETE', path: `/auth/sessions/${scene.id('Session')}` });

const operation: Step = async (scene) => {
  const revocation = revocationOf(scene);
  const requestId = scene.add(await begin(scene, revocation));
  await sign(scene, revocation, requestId);
};

/** Starts a background operation of the wallet without repeating the request for the result. */
const abandonedOperation: Step = async (scene) => {
  const revocation = revocationOf(scene);
  const requestId = scene.add(await begin(scene, revocation));
  await slowDown(scene);
  await sign(scene, revocation, requestId);
  await scene.advance(EXPIRED_AFTER_SECONDS);
};

export const openWallet: readonly Step[] = [holder, wallet, login];
export const walletOperation: readonly Step[] = [...openWallet, operation];
export const failedWalletOperation: readonly Step[] = [...openWallet, abandonedOperation];
