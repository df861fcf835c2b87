import { Type } from '@sinclair/typebox';
import { PageOf, PageQuery } from '../http/paging.ts';
import { Amount, CreatedAt, Enum, IdOf, Timestamp, UpdatedAt } from '../http/schemas.ts';
import { Secret } from '../http/sensitivity.ts';
import { cardBrands } from '../providers/issuer/port.ts';
import { cardStateReasons, cardStates } from './states.ts';

const MAX_SOURCES = 10;
const MAX_ID_LENGTH = 255;

const Form = Enum(['VIRTUAL'], { $id: 'CardForm' });
const State = Enum(cardStates, { $id: 'CardState' });

const Limit = () =>
  Amount({ description: 'largest amount of one authorization, inclusive, in the smallest unit of the currency' });

const Sources = () =>
  Type.Array(IdOf('InternalAccount'), {
    minItems: 1,
    maxItems: MAX_SOURCES,
    description: "internal accounts of the cardholder in the card's currency, in the order they are drawn on",
  });

export const Card = Type.Object(
  {
    id: IdOf('Card'),
    cardholderId: IdOf('Customer'),
    platformCardId: Type.String(),
    state: State,
    stateReason: Type.Union([Enum(cardStateReasons), Type.Null()], { description: 'why the card is CLOSED' }),
    brand: Type.Optional(
      Enum(cardBrands, { description: 'present, like last4 and the expiry, once the card is issued' }),
    ),
    form: Form,
    last4: Type.Optional(Type.String({ pattern: '^\\d{4}$' })),
    expMonth: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
    expYear: Type.Optional(Type.Integer()),
    fundingSources: Type.Array(IdOf('InternalAccount'), { description: 'in the order they are drawn on' }),
    maxSpendPerTransaction: Type.Union([Limit(), Type.Null()]),
    currency: Type.String({ description: 'currency of the funding sources' }),
    processorRef: Type.Optional(Type.String()),
    issuerRef: Type.Optional(Type.String()),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'Card' },
);

export const CardList = PageOf(Card, 'CardListResponse');

export const CardCreate = Type.Object(
  {
    cardholderId: IdOf('Customer'),
    platformCardId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_ID_LENGTH,
        description: 'your id of the card; generated where absent',
      }),
    ),
    threeDSecurePassword: Type.Optional(
      Secret(Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH, description: 'only in programs that support it' })),
    ),
    form: Form,
    fundingSources: Sources(),
    maxSpendPerTransaction: Type.Optional(Limit()),
  },
  { $id: 'CardCreateRequest' },
);

export const CardUpdate = Type.Object(
  {
    state: Type.Optional(Enum(['ACTIVE', 'FROZEN', 'CLOSED'], { description: 'CLOSED is final' })),
    fundingSources: Type.Optional(Sources()),
    maxSpendPerTransaction: Type.Optional(
      Type.Union([Limit(), Type.Null()], { description: 'null removes the limit' }),
    ),
  },
  { $id: 'CardUpdateRequest' },
);

export const CardsQuery = Type.Object({
  cardholderId: Type.Optional(IdOf('Customer')),
  accountId: Type.Optional(IdOf('InternalAccount', { description: 'cards that draw on this account' })),
  platformCardId: Type.Optional(Type.String({ maxLength: MAX_ID_LENGTH })),
  state: Type.Optional(Enum(cardStates)),
  ...PageQuery,
  sortOrder: Type.Optional(Enum(['asc', 'desc'], { default: 'desc', description: 'by time of creation' })),
});

export const CardReveal = Type.Object(
  {
    panEmbedUrl: Secret(Type.String({ format: 'uri', description: 'for an iframe; opens once' })),
    expiresAt: Timestamp,
  },
  { $id: 'CardRevealResponse' },
);
