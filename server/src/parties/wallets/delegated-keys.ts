import type { Static } from '@sinclair/typebox';
import { brokenConstraint, type Database } from '../../foundation/db/database.ts';
import { apply } from '../../foundation/db/effects.ts';
import { sealContext, sealedColumns } from '../../foundation/db/sealed-columns.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { compressedPoint, newP256KeyPair } from '../../foundation/kernel/p256.ts';
import { challengeUsed, useChallengeOrAbort, type WalletChallenge } from './challenge-record.ts';
import {
  type DelegatedKey,
  delegatedKeyJson,
  getDelegatedKey,
  IN_USE,
  insertDelegatedKey,
  listDelegatedKeys,
  transitionDelegatedKey,
} from './delegated-record.ts';
import type { WalletDeps, WalletRequest, WalletResponse } from './deps.ts';
import type { DelegatedKeyCreate } from './schemas.ts';
import { type Activity, uuidOf } from './signed-payloads.ts';
import { requestSignature, signedRetry } from './signed-retry.ts';
import { getWallet } from './wallet.ts';

const OPERATION = 'CREATE_DELEGATED_KEY';

type Delegation = Static<typeof DelegatedKeyCreate>;

/**
 * Lets a card draw on a wallet, in three requests. The first returns an activity to sign; the second creates a PENDING
 * key and returns its policy to sign; the third activates the key.
 */
export function createDelegatedKey(deps: WalletDeps, request: WalletRequest, delegation: Delegation) {
  return signedRetry(deps, request, {
    prepare: async () => {
      const fundingSourceId = await requireFreeSource(deps, request, delegation);
      const { internalAccountId: accountId, cardId, nickname } = delegation;
      const parameters = { cardId, fundingSourceId, nickname, userId: uuidOf(accountId) };
      return { accountId, operation: OPERATION, sign: { type: 'ACTIVITY_TYPE_CREATE_USERS', parameters } };
    },
    perform: ({ challenge }) => {
      const { keyId } = challenge.subject as { keyId?: string };
      return keyId
        ? activate(deps, request, { challenge, keyId })
        : createKey(deps, request, { challenge, delegation });
    },
  });
}

/** Returns the id of the funding source. Throws an error if it has an active key. */
async function requireFreeSource(
  deps: WalletDeps,
  { platform }: WalletRequest,
  { cardId, internalAccountId }: Delegation,
): Promise<string> {
  const platformId = platform.id;
  const { id: accountId } = await getWallet(deps, platformId, internalAccountId, 'internalAccountId');
  const fundingSourceId = await deps.walletOwners.fundingSourceOf({ platformId, cardId, accountId });
  if (!fundingSourceId) throw sourceNotFound();
  const keys = await listDelegatedKeys(deps.db, platformId, { fundingSourceId });
  if (keys.some(({ status }) => status === 'ACTIVE')) throw inUse();
  return fundingSourceId;
}

const sourceNotFound = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'No such card draws on this account.', {
    hint: 'GET /cards lists the cards and their fundingSources.',
  });

async function createKey(
  deps: WalletDeps,
  request: WalletRequest,
  { challenge, delegation }: { challenge: WalletChallenge; delegation: Delegation },
): Promise<WalletResponse> {
  const { platform, now } = request;
  const fundingSourceId = await requireFreeSource(deps, request, delegation);
  const { publicKey, scalar } = newP256KeyPair();
  const key: DelegatedKey = {
    platformId: platform.id,
    id: newId('DelegatedKey'),
    cardId: delegation.cardId,
    fundingSourceId,
    accountId: delegation.internalAccountId,
    publicKey: compressedPoint(publicKey) ?? '',
    nickname: delegation.nickname,
    status: 'PENDING',
    createdAt: now,
    updatedAt: now,
  };
  const context = sealContext(sealedColumns.delegatedKey, { platform_id: platform.id, id: key.id });
  const secret = deps.vault.seal(scalar.toString('hex'), context);
  return requestSignature(deps, request, {
    accountId: key.accountId,
    operation: OPERATION,
    sign: policyOf(key),
    subject: { keyId: key.id },
    effects: [useChallengeOrAbort(challenge), insertDelegatedKey(key, secret)],
  });
}

const policyOf = ({ id, cardId, fundingSourceId, publicKey, accountId }: DelegatedKey): Activity => ({
  type: 'ACTIVITY_TYPE_CREATE_POLICY',
  parameters: {
    delegatedKeyId: id,
    effect: 'EFFECT_ALLOW',
    publicKey,
    scope: { cardId, fundingSourceId },
    userId: uuidOf(accountId),
  },
});

async function activate(
  { db }: WalletDeps,
  { platform, now }: WalletRequest,
  { challenge, keyId }: { challenge: WalletChallenge; keyId: string },
): Promise<WalletResponse> {
  const key = await getDelegatedKey(db, platform.id, keyId);
  const guard = transitionDelegatedKey({ platformId: platform.id, id: keyId, from: 'PENDING', to: 'ACTIVE', at: now });
  try {
    if (await apply(db, { guard, effects: [useChallengeOrAbort(challenge)] })) {
      return { status: 201, body: delegatedKeyJson({ ...key, status: 'ACTIVE', updatedAt: now }) };
    }
  } catch (error) {
    throw brokenConstraint(error) === IN_USE ? inUse() : error;
  }
  // Removing the funding source revokes its pending key, so the status is read again.
  const { status } = await getDelegatedKey(db, platform.id, keyId);
  throw status === 'REVOKED' ? sourceNotFound() : challengeUsed();
}

const inUse = (): ApiError =>
  new ApiError('CONFLICT', 'This funding source has an active key already.', {
    reason: 'DELEGATED_KEY_ACTIVE',
    hint: 'DELETE /auth/delegated-keys/{id} revokes it.',
  });

export async function revokeDelegatedKey(
  db: Database,
  { platformId, id, at }: { platformId: string; id: string; at: Date },
): Promise<void> {
  const { status } = await getDelegatedKey(db, platformId, id);
  const guard = transitionDelegatedKey({ platformId, id, from: 'ACTIVE', to: 'REVOKED', at });
  if (await apply(db, { guard, effects: [] })) return;
  throw new ApiError('INVALID_INPUT', `Only an ACTIVE key can be revoked; this one is ${status}.`, {
    reason: 'DELEGATED_KEY_NOT_ACTIVE',
  });
}
