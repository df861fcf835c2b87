import { brokenConstraint, type Database } from '../db/database.ts';
import { apply } from '../db/effects.ts';
import { sealContext, sealedColumns } from '../db/sealed-columns.ts';
import { ApiError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { compressedPoint, newP256KeyPair } from '../kernel/p256.ts';
import { type Challenge, useChallengeBeside, usedUp } from './challenge-record.ts';
import {
  type DelegatedKey,
  delegatedKeyJson,
  delegatedKeys,
  findDelegatedKey,
  IN_USE,
  insertDelegatedKey,
  moveDelegatedKey,
} from './delegated-record.ts';
import type { WalletAnswer, WalletNeeds, WalletRequest } from './needs.ts';
import { type Activity, uuidOf } from './payloads.ts';
import { question, signedRetry } from './signed-retry.ts';
import { findWallet } from './wallet.ts';

const OPERATION = 'CREATE_DELEGATED_KEY';

/** What cards are, as far as wallets need to know: the id under which a card draws on an account. */
export type FundingSourceOf = (source: {
  platformId: string;
  cardId: string;
  accountId: string;
}) => Promise<string | undefined>;

export interface DelegationNeeds extends WalletNeeds {
  fundingSourceOf: FundingSourceOf;
}

export interface Delegation {
  cardId: string;
  internalAccountId: string;
  nickname: string;
}

/**
 * Lets a card draw on a wallet, in three legs: the key is asked for; the signature over that makes it, PENDING; the
 * signature over what it may do makes it ACTIVE.
 */
export function createDelegatedKey(needs: DelegationNeeds, request: WalletRequest, asked: Delegation) {
  return signedRetry(needs, request, {
    ask: async () => {
      const fundingSourceId = await requireFree(needs, request, asked);
      const { internalAccountId: accountId, cardId, nickname } = asked;
      const parameters = { cardId, fundingSourceId, nickname, userId: uuidOf(accountId) };
      return { accountId, operation: OPERATION, sign: { type: 'ACTIVITY_TYPE_CREATE_USERS', parameters } };
    },
    perform: ({ challenge }) => {
      const { keyId } = challenge.subject as { keyId?: string };
      return keyId ? activate(needs, request, { challenge, keyId }) : makeKey(needs, request, { challenge, asked });
    },
  });
}

/** The funding source that is meant, which must not have a key in use. */
async function requireFree(
  needs: DelegationNeeds,
  { platform }: WalletRequest,
  { cardId, internalAccountId }: Delegation,
): Promise<string> {
  const platformId = platform.id;
  const { id: accountId } = await findWallet(needs, platformId, internalAccountId, 'internalAccountId');
  const fundingSourceId = await needs.fundingSourceOf({ platformId, cardId, accountId });
  if (!fundingSourceId) throw noSource();
  const keys = await delegatedKeys(needs.db, platformId, { fundingSourceId });
  if (keys.some(({ status }) => status === 'ACTIVE')) throw inUse();
  return fundingSourceId;
}

const noSource = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such card that draws on this account.', {
    hint: 'GET /cards lists the cards and their fundingSources.',
  });

async function makeKey(
  needs: DelegationNeeds,
  request: WalletRequest,
  { challenge, asked }: { challenge: Challenge; asked: Delegation },
): Promise<WalletAnswer> {
  const { platform, now } = request;
  const fundingSourceId = await requireFree(needs, request, asked);
  const { publicKey, scalar } = newP256KeyPair();
  const key: DelegatedKey = {
    platformId: platform.id,
    id: newId('DelegatedKey'),
    cardId: asked.cardId,
    fundingSourceId,
    accountId: asked.internalAccountId,
    publicKey: compressedPoint(publicKey) ?? '',
    nickname: asked.nickname,
    status: 'PENDING',
    createdAt: now,
    updatedAt: now,
  };
  const context = sealContext(sealedColumns.delegatedKey, { platform_id: platform.id, id: key.id });
  const secret = needs.vault.seal(scalar.toString('hex'), context);
  return question(needs, request, {
    accountId: key.accountId,
    operation: OPERATION,
    sign: policyOf(key),
    subject: { keyId: key.id },
    effects: [useChallengeBeside(challenge), insertDelegatedKey(key, secret)],
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
  { db }: DelegationNeeds,
  { platform, now }: WalletRequest,
  { challenge, keyId }: { challenge: Challenge; keyId: string },
): Promise<WalletAnswer> {
  const key = await findDelegatedKey(db, platform.id, keyId);
  const guard = moveDelegatedKey({ platformId: platform.id, id: keyId, from: 'PENDING', to: 'ACTIVE', at: now });
  try {
    if (await apply(db, { guard, effects: [useChallengeBeside(challenge)] })) {
      return { status: 201, body: delegatedKeyJson({ ...key, status: 'ACTIVE', updatedAt: now }) };
    }
  } catch (error) {
    throw brokenConstraint(error) === IN_USE ? inUse() : error;
  }
  // A key that waits is revoked with the source that it was made for.
  const { status } = await findDelegatedKey(db, platform.id, keyId);
  throw status === 'REVOKED' ? noSource() : usedUp();
}

const inUse = (): ApiError =>
  new ApiError('CONFLICT', 'This funding source has an active key already.', {
    reason: 'DELEGATED_KEY_ACTIVE',
    hint: 'DELETE /auth/delegated-keys/{id} revokes it.',
  });

/** The card cannot draw on the wallet any more. */
export async function revokeDelegatedKey(
  db: Database,
  { platformId, id, at }: { platformId: string; id: string; at: Date },
): Promise<void> {
  const { status } = await findDelegatedKey(db, platformId, id);
  const guard = moveDelegatedKey({ platformId, id, from: 'ACTIVE', to: 'REVOKED', at });
  if (await apply(db, { guard, effects: [] })) return;
  throw new ApiError('INVALID_INPUT', `The key is ${status}, not ACTIVE.`, { reason: 'DELEGATED_KEY_NOT_ACTIVE' });
}
