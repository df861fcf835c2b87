import { Type } from '@sinclair/typebox';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import { listCards } from './cards.ts';
import { cardCreateProblems, createCard } from './create.ts';
import { type CardDeps, enabledPlatform } from './deps.ts';
import { disputeRoutes } from './dispute-routes.ts';
import { cardJson, getCard } from './record.ts';
import { revealCard } from './reveal.ts';
import { Card, CardCreate, CardList, CardReveal, CardsQuery, CardUpdate } from './schemas.ts';
import { cardPatchProblems, patchCard } from './update.ts';

const tag = 'Cards';
const CardPath = Type.Object({ id: IdOf('Card') });

export const cardRoutes = (deps: CardDeps): Route[] => [
  ...writing(deps),
  revealing(deps),
  ...reading(deps),
  ...disputeRoutes(deps),
];

const writing = (deps: CardDeps): Route[] => [
  route({
    method: 'POST',
    path: '/cards',
    operationId: 'createCard',
    tag,
    summary: 'Issue a card',
    description:
      'The card is PROCESSING until the issuer has decided; CARD.STATE_CHANGE reports the decision. The cardholder must be APPROVED.',
    access: 'MANAGE',
    body: CardCreate,
    rules: ({ body }) => cardCreateProblems(body),
    idempotency: 'OPTIONAL',
    responses: { 201: Card },
    errors: [
      'INVALID_INPUT',
      'CARDHOLDER_KYC_NOT_APPROVED',
      'FUNDING_SOURCE_INELIGIBLE',
      'USER_NOT_FOUND',
      'CONFLICT',
      'CUSTOMER_DELETED',
      'NOT_IMPLEMENTED',
    ],
    reasons: { CONFLICT: ['PLATFORM_CARD_ID_TAKEN'], NOT_IMPLEMENTED: ['CARDS_NOT_ENABLED'] },
    handle: async ({ caller, body, now, receipt }) => ({
      status: 201,
      text: await createCard(deps, { platform: enabledPlatform(deps, caller.platform), input: body, now, receipt }),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/cards/{id}',
    operationId: 'updateCardById',
    tag,
    summary: 'Freeze, unfreeze or close a card, or change what it draws on and how much',
    description:
      'All members are applied, or none. fundingSources replaces the whole list; null removes maxSpendPerTransaction. ' +
      'A closed card has no funding sources and stays closed.',
    access: 'MANAGE',
    params: CardPath,
    body: CardUpdate,
    rules: ({ body }) => cardPatchProblems(body),
    responses: { 200: Card },
    errors: [
      'INVALID_INPUT',
      'FUNDING_SOURCE_INELIGIBLE',
      'REFERENCE_NOT_FOUND',
      'INVALID_STATE_TRANSITION',
      'CARD_ALREADY_CLOSED',
      'CARD_NOT_MUTABLE',
      'CONFLICT',
      'NOT_IMPLEMENTED',
    ],
    reasons: { NOT_IMPLEMENTED: ['CARDS_NOT_ENABLED'] },
    handle: async ({ caller, params, body, now }) =>
      ok(await patchCard(deps, { platform: enabledPlatform(deps, caller.platform), id: params.id, input: body, now })),
  }),
];

const revealing = (deps: CardDeps): Route =>
  route({
    method: 'POST',
    path: '/cards/{id}/reveal',
    operationId: 'revealCard',
    tag,
    summary: 'Show a card number to its holder',
    description:
      'panEmbedUrl is a page for an iframe that shows number, security code and expiry, so that they never pass ' +
      'through your servers. It opens once, within 60 seconds: request it right before you show it. The API token of ' +
      'the request is recorded. cardRevealOrigins of the configuration lists the origins that may frame the page; ' +
      'allow="clipboard-write" lets it copy.',
    access: 'MANAGE',
    params: CardPath,
    idempotency: 'OPTIONAL',
    secretResponse: true,
    responses: { 200: CardReveal },
    errors: ['FORBIDDEN', 'REFERENCE_NOT_FOUND', 'CONFLICT', 'NOT_IMPLEMENTED'],
    reasons: {
      FORBIDDEN: ['ACTOR_UNKNOWN'],
      CONFLICT: ['CARD_PENDING_KYC', 'CARD_PROCESSING', 'CARD_CLOSED'],
      NOT_IMPLEMENTED: ['CARDS_NOT_ENABLED'],
    },
    handle: async ({ caller, params, now, receipt }) => {
      const platform = enabledPlatform(deps, caller.platform);
      const request = { platform, cardId: params.id, tokenId: caller.tokenId, now, receipt };
      return { status: 200, text: await revealCard(deps, request) };
    },
  });

const reading = (deps: CardDeps): Route[] => [
  route({
    method: 'GET',
    path: '/cards',
    operationId: 'listCards',
    tag,
    summary: 'List cards',
    description: 'Newest first by default. A card must match every filter.',
    access: 'VIEW',
    query: CardsQuery,
    responses: { 200: CardList },
    errors: ['INVALID_INPUT', 'NOT_IMPLEMENTED'],
    reasons: { NOT_IMPLEMENTED: ['CARDS_NOT_ENABLED'] },
    handle: async ({ caller, query }) => ok(await listCards(deps.db, enabledPlatform(deps, caller.platform).id, query)),
  }),
  route({
    method: 'GET',
    path: '/cards/{id}',
    operationId: 'getCardById',
    tag,
    summary: 'Read a card',
    access: 'VIEW',
    params: CardPath,
    responses: { 200: Card },
    errors: ['REFERENCE_NOT_FOUND', 'NOT_IMPLEMENTED'],
    reasons: { NOT_IMPLEMENTED: ['CARDS_NOT_ENABLED'] },
    handle: async ({ caller, params }) =>
      ok(cardJson(await getCard(deps.db, enabledPlatform(deps, caller.platform).id, params.id))),
  }),
];
