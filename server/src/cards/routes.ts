import { Type } from '@sinclair/typebox';
import { ok, type Route, route } from '../http/route.ts';
import { IdOf } from '../http/schemas.ts';
import type { Platform } from '../kernel/callers.ts';
import { listCards } from './cards.ts';
import { createCard, creationProblems } from './create.ts';
import type { CardNeeds } from './needs.ts';
import { cardJson, findCard } from './record.ts';
import { revealCard } from './reveal.ts';
import { Card, CardCreate, CardList, CardReveal, CardsQuery, CardUpdate } from './schemas.ts';
import { updateCard, updateProblems } from './update.ts';

const tag = 'Cards';
const CardPath = Type.Object({ id: IdOf('Card') });

export const cardRoutes = (needs: CardNeeds): Route[] => [...writing(needs), revealing(needs), ...reading(needs)];

/** The platform of a call, once it is clear that it may have cards at all. */
function enabled({ issuer }: CardNeeds, platform: Platform): Platform {
  issuer[platform.mode].requireEnabled();
  return platform;
}

const writing = (needs: CardNeeds): Route[] => [
  route({
    method: 'POST',
    path: '/cards',
    operationId: 'createCard',
    tag,
    summary: 'Issue a card',
    description:
      'It is PROCESSING until the issuer has decided; CARD.STATE_CHANGE tells how. The cardholder must be APPROVED.',
    access: 'MANAGE',
    body: CardCreate,
    rules: ({ body }) => creationProblems(body),
    idempotency: 'OPTIONAL',
    answers: { 201: Card },
    errors: [
      'INVALID_INPUT',
      'CARDHOLDER_KYC_NOT_APPROVED',
      'FUNDING_SOURCE_INELIGIBLE',
      'USER_NOT_FOUND',
      'CONFLICT',
      'CUSTOMER_DELETED',
      'NOT_IMPLEMENTED',
    ],
    handle: async ({ caller, body, now, receipt }) => ({
      status: 201,
      text: await createCard(needs, { platform: enabled(needs, caller.platform), input: body, now, receipt }),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/cards/{id}',
    operationId: 'updateCardById',
    tag,
    summary: 'Freeze, unfreeze or close a card, or change what it draws on and how much',
    description:
      'All of it at once, or nothing. fundingSources replaces the whole list; null takes maxSpendPerTransaction away. ' +
      'A closed card draws on nothing and stays closed.',
    access: 'MANAGE',
    params: CardPath,
    body: CardUpdate,
    rules: ({ body }) => updateProblems(body),
    answers: { 200: Card },
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
    handle: async ({ caller, params, body, now }) =>
      ok(await updateCard(needs, { platform: enabled(needs, caller.platform), id: params.id, input: body, now })),
  }),
];

const revealing = (needs: CardNeeds): Route =>
  route({
    method: 'POST',
    path: '/cards/{id}/reveal',
    operationId: 'revealCard',
    tag,
    summary: 'Show a card number to its holder',
    description:
      'panEmbedUrl is a page for an iframe that shows number, security code and expiry, so that they never pass ' +
      'through your servers. It opens once, within 60 seconds: ask for it right before it is shown. Who asked is kept. ' +
      'Which pages may frame it, cardRevealOrigins of the configuration says; allow="clipboard-write" lets it copy.',
    access: 'MANAGE',
    params: CardPath,
    idempotency: 'OPTIONAL',
    secretAnswer: true,
    answers: { 200: CardReveal },
    errors: ['INVALID_INPUT', 'FORBIDDEN', 'REFERENCE_NOT_FOUND', 'CONFLICT', 'NOT_IMPLEMENTED'],
    handle: async ({ caller, params, now, receipt }) => {
      const platform = enabled(needs, caller.platform);
      const wish = { platform, cardId: params.id, tokenId: caller.tokenId, now, receipt };
      return { status: 200, text: await revealCard(needs, wish) };
    },
  });

const reading = (needs: CardNeeds): Route[] => [
  route({
    method: 'GET',
    path: '/cards',
    operationId: 'listCards',
    tag,
    summary: 'List cards',
    description: 'Newest first unless sortOrder says otherwise. Filters narrow each other.',
    access: 'VIEW',
    query: CardsQuery,
    answers: { 200: CardList },
    errors: ['INVALID_INPUT', 'NOT_IMPLEMENTED'],
    handle: async ({ caller, query }) => ok(await listCards(needs.db, enabled(needs, caller.platform).id, query)),
  }),
  route({
    method: 'GET',
    path: '/cards/{id}',
    operationId: 'getCardById',
    tag,
    summary: 'Read a card',
    access: 'VIEW',
    params: CardPath,
    answers: { 200: Card },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'NOT_IMPLEMENTED'],
    handle: async ({ caller, params }) =>
      ok(cardJson(await findCard(needs.db, enabled(needs, caller.platform).id, params.id))),
  }),
];
