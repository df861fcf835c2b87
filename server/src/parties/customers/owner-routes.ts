import { Type } from '@sinclair/typebox';
import { PageQuery } from '../../engine/http/paging.ts';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import { createOwner, getOwner, listOwners, ownerJson, ownerUpdateProblems, updateOwner } from './beneficial-owners.ts';
import { ownerProblems } from './owner-rules.ts';
import { BeneficialOwner, BeneficialOwnerCreate, BeneficialOwnerList, BeneficialOwnerUpdate } from './owner-schemas.ts';

const tag = 'KYC/KYB Verifications';
const OwnerPath = Type.Object({ beneficialOwnerId: IdOf('BeneficialOwner') });

interface Deps {
  db: Database;
  vault: Vault;
}

export const ownerRoutes = (deps: Deps): Route[] => [...writing(deps), ...reading(deps)];

const writing = (deps: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/beneficial-owners',
    operationId: 'createBeneficialOwner',
    tag,
    summary: 'Add a person who owns or controls a business',
    description: 'All owners of a business hold at most 100 percent together. identifier is never returned.',
    access: 'MANAGE',
    body: BeneficialOwnerCreate,
    rules: ({ body, now, checks }) => ownerProblems(body, { known: undefined, othersHold: 0, now, checks }),
    idempotency: 'OPTIONAL',
    responses: { 201: BeneficialOwner },
    errors: ['INVALID_INPUT', 'USER_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'],
    reasons: { CONFLICT: ['CUSTOMER_DECIDED', 'TOO_MANY_OWNERS'] },
    handle: async ({ caller, body, now, receipt, checks }) => {
      const { customerId, ...input } = body;
      const creation = { platform: caller.platform, customerId, input, now, receipt, checks };
      return { status: 201, text: await createOwner(deps, creation) };
    },
  }),
  route({
    method: 'PATCH',
    path: '/beneficial-owners/{beneficialOwnerId}',
    operationId: 'updateBeneficialOwner',
    tag,
    summary: 'Change a beneficial owner',
    description: 'Fields left out keep their values, until the business is approved or rejected.',
    access: 'MANAGE',
    params: OwnerPath,
    body: BeneficialOwnerUpdate,
    rules: ({ caller, params, body, now, checks }) =>
      ownerUpdateProblems(deps, {
        platform: caller.platform,
        id: params.beneficialOwnerId,
        input: body,
        now,
        checks,
      }),
    responses: { 200: BeneficialOwner },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'],
    reasons: { CONFLICT: ['CUSTOMER_DECIDED'] },
    handle: async ({ caller, params, body, now, checks }) => {
      const update = { platform: caller.platform, id: params.beneficialOwnerId, input: body, now, checks };
      return ok(await updateOwner(deps, update));
    },
  }),
];

const reading = ({ db }: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/beneficial-owners',
    operationId: 'listBeneficialOwners',
    tag,
    summary: 'List the beneficial owners of a business',
    access: 'VIEW',
    query: Type.Object({
      customerId: IdOf('Customer', { description: 'Business customer whose owners are listed.' }),
      ...PageQuery,
    }),
    responses: { 200: BeneficialOwnerList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listOwners(db, caller.platform.id, query)),
  }),
  route({
    method: 'GET',
    path: '/beneficial-owners/{beneficialOwnerId}',
    operationId: 'getBeneficialOwner',
    tag,
    summary: 'Read a beneficial owner',
    access: 'VIEW',
    params: OwnerPath,
    responses: { 200: BeneficialOwner },
    errors: ['REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      ok(ownerJson(await getOwner(db, caller.platform.id, params.beneficialOwnerId))),
  }),
];
