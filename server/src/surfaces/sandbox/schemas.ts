import { type Static, Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf } from '../../engine/http/paging.ts';
import { Amount, CreatedAt, DataOf, Enum, IdOf, Timestamp } from '../../engine/http/schemas.ts';
import { Personal, Secret } from '../../engine/http/sensitivity.ts';
import { messageChannels } from '../../engine/providers/messaging/port.ts';
import { ApiToken } from '../../parties/platforms/schemas.ts';
import { MAX_COUNTED } from './clock.ts';
import { matches } from './magic-targets.ts';

const MAX_FUNDING = 100_000_000_000;
const YEAR_SECONDS = 366 * 24 * 3_600;

export const FundRequest = Type.Object(
  {
    amount: Amount({
      maximum: MAX_FUNDING,
      description: "Amount to be credited, in the smallest unit of the account's currency.",
    }),
  },
  { $id: 'SandboxFundRequest', description: 'Money to be credited to an internal account.' },
);

export const PlatformRequest = Type.Object(
  {
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'Name for display of the platform.' }),
    ),
    isRegulatedFinancialInstitution: Type.Optional(
      Type.Boolean({ description: 'Whether the platform verifies its customers itself, so that they start APPROVED.' }),
    ),
    webhookEndpoint: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        description: 'URL for the events of the platform, as in PATCH /config.',
      }),
    ),
  },
  { $id: 'SandboxPlatformRequest', description: 'A sandbox platform to be created.' },
);
export type PlatformInput = Static<typeof PlatformRequest>;

export const SandboxPlatform = Type.Object(
  {
    id: IdOf('Platform'),
    name: Type.String({ description: 'Name for display of the platform.' }),
    createdAt: CreatedAt,
    token: Described(ApiToken, 'Credentials of the new platform, with the secret.'),
  },
  { $id: 'SandboxPlatform', description: 'A new sandbox platform.' },
);

const TimedEvent = Type.Object(
  {
    at: Described(Timestamp, 'Time at which the event is due.'),
    kind: Type.String({ description: 'Kind of the event.' }),
    resourceId: Type.String({ description: 'Resource that the event changes.' }),
    title: Type.String({ description: 'The event in words, for display.' }),
  },
  { $id: 'TimedEvent', description: 'An event that depends on the clock, such as the expiry of a quote.' },
);

const clockMembers = {
  now: Described(Timestamp, "Current time of the platform's clock."),
  offsetSeconds: Type.Number({ description: "Seconds by which the platform's clock is ahead of real time." }),
};

export const SandboxClock = Type.Object(
  {
    ...clockMembers,
    pending: Type.Array(TimedEvent, { description: 'The next 100 events that wait for their time, earliest first.' }),
    pendingCount: Type.Integer({ description: `Number of events that wait, counted up to ${MAX_COUNTED}.` }),
  },
  { $id: 'SandboxClock', description: 'The clock of a sandbox platform.' },
);

export const AdvanceRequest = Type.Object(
  {
    seconds: Type.Integer({
      minimum: 1,
      maximum: YEAR_SECONDS,
      description: 'Seconds by which the clock advances, at most one year.',
    }),
  },
  { $id: 'SandboxClockAdvanceRequest', description: 'Step of the clock.' },
);

export const RunNextRequest = Type.Object(
  {
    resourceId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Runs to the next event of this resource. A quote and its transaction count as one.',
      }),
    ),
  },
  { $id: 'SandboxClockRunNextRequest', description: 'Event to run to; the next one of all by default.' },
);

export const AdvancedClock = Type.Object(
  {
    ...clockMembers,
    happened: Type.Array(TimedEvent, { description: 'Events that fell due and have happened, in their order.' }),
  },
  { $id: 'SandboxClockAdvanced', description: 'The clock after the step.' },
);

const Message = Type.Object(
  {
    id: IdOf('Message'),
    channel: Enum(messageChannels, { description: 'Channel by which the message would have been sent.' }),
    to: Personal(Type.String({ description: 'Email address or phone number of the recipient.' })),
    subject: Type.Optional(Secret(Type.String({ description: 'Subject of an email; absent for a text message.' }))),
    text: Secret(Type.String({ description: 'Plain text of the message.' })),
    html: Type.Optional(Secret(Type.String({ description: 'HTML of an email; absent where it has none.' }))),
    code: Type.Optional(
      Secret(Type.String({ description: 'One-time code in the message; absent where it has none.' })),
    ),
    createdAt: CreatedAt,
  },
  { $id: 'SandboxMessage', description: 'A message that the sandbox kept instead of sending it.' },
);

export const MessageList = PageOf(Message, 'SandboxMessageListResponse');

export const MagicValueList = DataOf(
  Type.Object(
    {
      area: Type.String({ description: 'Part of the API to which the value belongs.' }),
      field: Type.String({ description: 'Field that takes the value.' }),
      value: Type.String({ description: 'Value, or the ending of it, that selects the scenario.' }),
      effect: Type.String({ description: 'Scenario that the value selects.' }),
      match: Enum(matches, {
        description:
          'How a value is compared: SUFFIX with the end of the field, LOCAL_PART_SUFFIX with the end of the text before ' +
          'the @, EXACT with the whole field. OTHER describes every value that is not listed.',
      }),
      members: Type.Array(Type.String(), {
        description:
          'Members of the body that take the value, as paths with dots; empty where a header or a sealed text does.',
      }),
      operationIds: Type.Array(Type.String(), { description: 'Operations whose body has these members.' }),
    },
    { $id: 'MagicValue', description: 'An input that selects a scenario of the sandbox.' },
  ),
  'MagicValueListResponse',
);
