import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf, PageQuery } from '../../engine/http/paging.ts';
import { Amount, CreatedAt, Enum, IdOf, Timestamp, UpdatedAt } from '../../engine/http/schemas.ts';
import { Secret } from '../../engine/http/sensitivity.ts';
import { cardBrands } from '../../engine/providers/issuer/port.ts';
import { cardStateReasons, cardStates } from './card-states.ts';

const MAX_SOURCES = 10;
const MAX_ID_LENGTH = 255;

const Form = Enum(['VIRTUAL'], { $id: 'CardForm', description: 'Form of a card; only virtual cards are issued.' });
const State = Enum(cardStates, {
  $id: 'CardState',
  description:
    'PENDING_KYC waits for the check of the cardholder, PROCESSING for the issuer; FROZEN declines every purchase, CLOSED is final.',
});

const Limit = () =>
  Amount({ description: 'Largest amount of one authorization, inclusive, in the smallest unit of the card currency.' });

const Sources = () =>
  Type.Array(IdOf('InternalAccount'), {
    minItems: 1,
    maxItems: MAX_SOURCES,
    description: 'Internal accounts of the cardholder, all in one currency, in the order in which they are drawn on.',
  });

export const Card = Type.Object(
  {
    id: IdOf('Card'),
    cardholderId: IdOf('Customer', { description: 'Customer to whom the card belongs.' }),
    platformCardId: Type.String({ description: "The platform's own id of the card." }),
    state: Described(State, 'State of the card.'),
    stateReason: Type.Union([Enum(cardStateReasons), Type.Null()], {
      description: 'Reason why the card is CLOSED; null in every other state.',
    }),
    brand: Type.Optional(
      Enum(cardBrands, { description: 'Card network; present, like `last4` and the expiry, once the card is issued.' }),
    ),
    form: Described(Form, 'Form of the card.'),
    last4: Type.Optional(Type.String({ pattern: '^\\d{4}$', description: 'Last 4 digits of the card number.' })),
    expMonth: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 12, description: 'Month in which the card expires, 1 to 12.' }),
    ),
    expYear: Type.Optional(Type.Integer({ description: 'Year in which the card expires, 4 digits.' })),
    fundingSources: Type.Array(IdOf('InternalAccount'), {
      description: 'Internal accounts that fund the card, in the order in which they are drawn on.',
    }),
    maxSpendPerTransaction: Type.Union([Limit(), Type.Null()], {
      description: 'Largest amount of one authorization, in the smallest unit of `currency`; null: no limit.',
    }),
    currency: Type.String({ description: 'Currency of the funding sources, by its code.' }),
    processorRef: Type.Optional(
      Type.String({ description: 'Id of the card at the processor; absent before it is issued.' }),
    ),
    issuerRef: Type.Optional(Type.String({ description: 'Id of the card at the issuer; absent before it is issued.' })),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'Card', description: 'A debit card that draws on internal accounts of its cardholder.' },
);

export const CardList = PageOf(Card, 'CardListResponse');

export const CardCreate = Type.Object(
  {
    cardholderId: IdOf('Customer', { description: 'Customer who gets the card; the identity check must be approved.' }),
    platformCardId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_ID_LENGTH,
        description: "The platform's own id of the card; generated where it is absent.",
      }),
    ),
    threeDSecurePassword: Type.Optional(
      Secret(
        Type.String({
          minLength: 1,
          maxLength: MAX_ID_LENGTH,
          description: 'Password for 3-D Secure, for card programs that support one.',
        }),
      ),
    ),
    form: Described(Form, 'Form of the card.'),
    fundingSources: Sources(),
    maxSpendPerTransaction: Type.Optional(Limit()),
  },
  { $id: 'CardCreateRequest', description: 'A card to be issued.' },
);

export const CardUpdate = Type.Object(
  {
    state: Type.Optional(
      Enum(['ACTIVE', 'FROZEN', 'CLOSED'], { description: 'New state of the card; CLOSED is final.' }),
    ),
    fundingSources: Type.Optional(Sources()),
    maxSpendPerTransaction: Type.Optional(
      Type.Union([Limit(), Type.Null()], {
        description:
          'Largest amount of one authorization, in the smallest unit of the card currency; null removes the limit.',
      }),
    ),
  },
  { $id: 'CardUpdateRequest', description: 'Change of a card; members that are absent keep their values.' },
);

export const CardsQuery = Type.Object({
  cardholderId: Type.Optional(IdOf('Customer', { description: 'Only cards of this customer.' })),
  accountId: Type.Optional(IdOf('InternalAccount', { description: 'Only cards that draw on this internal account.' })),
  platformCardId: Type.Optional(
    Type.String({ maxLength: MAX_ID_LENGTH, description: 'Only the card with this id of the platform.' }),
  ),
  state: Type.Optional(Enum(cardStates, { description: 'Only cards in this state.' })),
  ...PageQuery,
  sortOrder: Type.Optional(
    Enum(['asc', 'desc'], {
      default: 'desc',
      description: 'Order by time of creation: `desc` lists the newest first.',
    }),
  ),
});

export const CardReveal = Type.Object(
  {
    panEmbedUrl: Secret(
      Type.String({
        format: 'uri',
        description: 'Page with the card number, expiry and CVV for an iframe; it opens once.',
      }),
    ),
    expiresAt: Described(Timestamp, 'Time after which the page does not open.'),
  },
  { $id: 'CardRevealResponse', description: 'A page that shows the card to its holder.' },
);
