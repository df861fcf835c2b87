import type { OutgoingMessage } from '../../engine/providers/messaging/port.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import { sealContext, sealedColumns } from '../../foundation/db/sealed-columns.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { uuidv7 } from '../../foundation/kernel/ids.ts';
import { newP256KeyPair } from '../../foundation/kernel/p256.ts';
import { getSettings } from '../platforms/config.ts';
import type { Settings } from '../platforms/settings.ts';
import { walletCodeMessage } from './code-message.ts';
import { type Code, issueCode } from './code-record.ts';
import type { Credential } from './credential-record.ts';
import type { WalletDeps } from './deps.ts';
import { uuidOf } from './signed-payloads.ts';

/** Creates a code and the key pair to which the client encrypts it. Returns effects and the bundle for the client. */
export async function newCodeIssue(deps: WalletDeps, platform: Platform, credential: Credential, now: Date) {
  const { embeddedWalletConfig: config } = await getSettings(deps.db, platform.id);
  const { length, isAlphanumeric, validSeconds } = rulesOf(config);
  const code = deps.authentication.wallets.proofs[platform.mode].newCode({ length, isAlphanumeric });
  const target = newP256KeyPair();
  const key = { platformId: platform.id, credentialId: credential.id };
  const issueId = uuidv7();
  const issue: Code = {
    ...key,
    issueId,
    codeHash: deps.vault.hash(boundCode({ ...key, issueId }, code)),
    targetPublic: target.publicKey,
    secretSealed: deps.vault.seal(target.scalar.toString('hex'), targetContext(key)),
    expiresAt: addMs(now, validSeconds * SECOND_MS),
  };
  const data = { organizationId: uuidOf(credential.accountId), targetPublic: target.publicKey };
  const envelope = await deps.authentication.wallets.vault[platform.mode].envelope(platform.id, data, now);
  const message = messageFor({ platform, credential, code, config, validSeconds, now });
  const effects: Effect[] = [issueCode(issue), deps.authentication.messaging[platform.mode].send(message)];
  return { effects, bundle: JSON.stringify(envelope) };
}

type WalletConfig = Settings['embeddedWalletConfig'];

const DEFAULTS: WalletConfig = { otpLength: 6, alphanumeric: false, expirationSeconds: 300 };

function rulesOf(config: WalletConfig) {
  const { otpLength, alphanumeric, expirationSeconds } = { ...DEFAULTS, ...config };
  return {
    length: Number(otpLength),
    isAlphanumeric: alphanumeric === true,
    validSeconds: Number(expirationSeconds),
  };
}

interface IssuedCode {
  platform: Platform;
  credential: Credential;
  code: string;
  config: WalletConfig;
  validSeconds: number;
  now: Date;
}

function messageFor({ platform, credential, code, config, validSeconds, now }: IssuedCode): OutgoingMessage {
  const appName = String(config['appName'] ?? platform.name);
  const { subject, text, html } = walletCodeMessage({ appName, code, validSeconds });
  const { nickname: to } = credential;
  const common = { platformId: platform.id, to, text, code, at: now, clockOffsetMs: platform.clockOffsetMs };
  if (credential.type === 'SMS_OTP') return { ...common, channel: 'SMS' };
  const from = {
    address: config['sendFromEmailAddress'] as string | undefined,
    name: config['sendFromEmailSenderName'] as string | undefined,
    replyTo: config['replyToEmailAddress'] as string | undefined,
  };
  return { ...common, channel: 'EMAIL', from, subject, html };
}

type IssueKey = Pick<Code, 'platformId' | 'credentialId' | 'issueId'>;

/** Text that is hashed. It includes the issue, so that equal codes of two issues have different hashes. */
const boundCode = ({ platformId, credentialId, issueId }: IssueKey, code: string): string =>
  `wallet/${platformId}/${credentialId}/${issueId}/${code}`;

export const isCode = (vault: Vault, { codeHash, ...key }: Code, code: string): Promise<boolean> =>
  vault.verify(boundCode(key, code), codeHash);

export async function openTarget(vault: Vault, { targetPublic, secretSealed, ...key }: Code) {
  const scalar = await vault.open(secretSealed, targetContext(key));
  return { scalar: Buffer.from(scalar, 'hex'), publicKey: Buffer.from(targetPublic, 'hex') };
}

const targetContext = ({ platformId, credentialId }: Pick<Code, 'platformId' | 'credentialId'>) =>
  sealContext(sealedColumns.walletCodeTarget, { platform_id: platformId, credential_id: credentialId });
