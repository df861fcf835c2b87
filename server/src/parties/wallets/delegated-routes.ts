import { Type } from '@sinclair/typebox';
import { noContent, ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import { InvalidFields } from '../../foundation/kernel/errors.ts';
import { createDelegatedKey, revokeDelegatedKey } from './delegated-keys.ts';
import { delegatedKeyJson, getDelegatedKey, listDelegatedKeys } from './delegated-record.ts';
import type { WalletDeps } from './deps.ts';
import { orProcessing } from './processing-schemas.ts';
import { DelegatedKey, DelegatedKeyCreate, DelegatedKeyList, SignedRequestChallenge } from './schemas.ts';

const tag = 'Embedded Wallet Auth';
const KeyPath = Type.Object({ id: IdOf('DelegatedKey') });

export const delegatedKeyRoutes = (deps: WalletDeps): Route[] => [createRoute(deps), ...otherRoutes(deps)];

const createRoute = (deps: WalletDeps): Route =>
  route({
    method: 'POST',
    path: '/auth/delegated-keys',
    operationId: 'createDelegatedKey',
    tag,
    summary: 'Let a card draw on an embedded wallet',
    description:
      'Three requests with the same body: 202; signed: 202 with a new requestId (the key is PENDING); signed: 201 (ACTIVE). ' +
      'A funding source of a card has at most one active key.',
    access: 'TRANSACT_OR_MANAGE',
    body: DelegatedKeyCreate,
    isSigned: true,
    responses: orProcessing({ 201: DelegatedKey, 202: SignedRequestChallenge }),
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    reasons: { CONFLICT: ['DELEGATED_KEY_ACTIVE', 'ACCOUNT_NOT_ACTIVE'] },
    handle: ({ caller, now, signed, body }) =>
      createDelegatedKey(deps, { platform: caller.platform, now, signed }, body),
  });

const otherRoutes = ({ db }: WalletDeps): Route[] => [
  route({
    method: 'GET',
    path: '/auth/delegated-keys',
    operationId: 'listDelegatedKeys',
    tag,
    summary: 'List delegated keys of an account or a funding source',
    access: 'VIEW',
    query: Type.Object({
      accountId: Type.Optional(IdOf('InternalAccount', { description: 'Only keys for this embedded wallet.' })),
      fundingSourceId: Type.Optional(
        IdOf('CardFundingSource', { description: 'Only keys for this link between a card and a wallet.' }),
      ),
    }),
    responses: { 200: DelegatedKeyList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => {
      if (!query.accountId && !query.fundingSourceId) throw filterMissing();
      const keys = await listDelegatedKeys(db, caller.platform.id, query);
      return ok({ data: keys.map(delegatedKeyJson) });
    },
  }),
  route({
    method: 'GET',
    path: '/auth/delegated-keys/{id}',
    operationId: 'getDelegatedKeyById',
    tag,
    summary: 'Get a delegated key',
    access: 'VIEW',
    params: KeyPath,
    responses: { 200: DelegatedKey },
    errors: ['REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      ok(delegatedKeyJson(await getDelegatedKey(db, caller.platform.id, params.id))),
  }),
  route({
    method: 'DELETE',
    path: '/auth/delegated-keys/{id}',
    operationId: 'revokeDelegatedKey',
    tag,
    summary: 'Revoke a delegated key',
    description: 'Takes effect at once: the card can no longer draw on the wallet.',
    access: 'TRANSACT_OR_MANAGE',
    params: KeyPath,
    responses: { 204: null },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    reasons: { INVALID_INPUT: ['DELEGATED_KEY_NOT_ACTIVE'] },
    handle: async ({ caller, now, params }) => {
      await revokeDelegatedKey(db, { platformId: caller.platform.id, id: params.id, at: now });
      return noContent;
    },
  }),
];

const filterMissing = (): InvalidFields =>
  new InvalidFields([{ field: 'accountId', message: 'accountId or fundingSourceId is required.' }]);
