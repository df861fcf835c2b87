import { type Static, Type } from '@sinclair/typebox';
import { PageOf } from '../http/paging.ts';
import { Amount, DataOf, Enum, IdOf, Timestamp } from '../http/schemas.ts';
import { Personal, Secret } from '../http/sensitivity.ts';
import { ApiToken } from '../platforms/schemas.ts';
import { messageChannels } from '../providers/messaging/port.ts';

const MAX_FUNDING = 100_000_000_000;
const YEAR_SECONDS = 366 * 24 * 3_600;

export const FundRequest = Type.Object({ amount: Amount({ maximum: MAX_FUNDING }) }, { $id: 'SandboxFundRequest' });

export const PlatformRequest = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    isRegulatedFinancialInstitution: Type.Optional(Type.Boolean()),
    webhookEndpoint: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        description: 'URL for the events of the platform, as in PATCH /config',
      }),
    ),
  },
  { $id: 'SandboxPlatformRequest' },
);
export type PlatformInput = Static<typeof PlatformRequest>;

export const SandboxPlatform = Type.Object(
  { id: IdOf('Platform'), name: Type.String(), createdAt: Timestamp, token: ApiToken },
  { $id: 'SandboxPlatform' },
);

const TimedEvent = Type.Object(
  { at: Timestamp, kind: Type.String(), resourceId: Type.String() },
  { $id: 'TimedEvent' },
);

const clockMembers = { now: Timestamp, offsetSeconds: Type.Number() };

export const SandboxClock = Type.Object({ ...clockMembers, pending: Type.Array(TimedEvent) }, { $id: 'SandboxClock' });

export const AdvanceRequest = Type.Object(
  { seconds: Type.Integer({ minimum: 1, maximum: YEAR_SECONDS }) },
  { $id: 'SandboxClockAdvanceRequest' },
);

export const AdvancedClock = Type.Object(
  { ...clockMembers, happened: Type.Array(TimedEvent) },
  { $id: 'SandboxClockAdvanced' },
);

const Message = Type.Object(
  {
    id: IdOf('Message'),
    channel: Enum(messageChannels),
    to: Personal(Type.String()),
    subject: Type.Optional(Secret(Type.String())),
    text: Secret(Type.String()),
    html: Type.Optional(Secret(Type.String())),
    code: Type.Optional(Secret(Type.String())),
    createdAt: Timestamp,
  },
  { $id: 'SandboxMessage' },
);

export const MessageList = PageOf(Message, 'SandboxMessageListResponse');

export const MagicValueList = DataOf(
  Type.Object(
    { area: Type.String(), field: Type.String(), value: Type.String(), effect: Type.String() },
    { $id: 'MagicValue' },
  ),
  'MagicValueListResponse',
);
