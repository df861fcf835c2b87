import { Type } from '@sinclair/typebox';
import type { AccountNeeds } from '../accounts/internal-accounts.ts';
import { InternalAccount } from '../accounts/schemas.ts';
import type { Vault } from '../db/vault.ts';
import { PageQuery } from '../http/paging.ts';
import { ok, type Route, route } from '../http/route.ts';
import { Enum, IdOf } from '../http/schemas.ts';
import type { Worker } from '../jobs/worker.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Ledger } from '../ledger/post.ts';
import type { AccessCache } from '../platforms/access.ts';
import { createPlatform } from '../platforms/platforms.ts';
import type { MagicValue } from '../providers/magic-values.ts';
import { channels, type Inbox } from '../providers/messaging/port.ts';
import { advanceClock, readClock } from './clock.ts';
import { fund } from './funding.ts';
import {
  AdvancedClock,
  AdvanceRequest,
  FundRequest,
  MagicValueList,
  MessageList,
  PlatformRequest,
  SandboxClock,
  SandboxPlatform,
} from './schemas.ts';

interface Needs extends AccountNeeds {
  vault: Vault;
  ledger: Ledger;
  worker: Worker;
  clock: Clock;
  accessCache: AccessCache;
  magicValues: readonly MagicValue[];
  /** The inbox of the sandbox adapter. */
  inbox: Inbox;
}

const tag = 'Sandbox';

export const sandboxRoutes = (needs: Needs): Route[] => [
  fundRoute(needs),
  platformRoute(needs),
  ...clockRoutes(needs),
  ...readingRoutes(needs),
];

const fundRoute = (needs: Needs): Route =>
  route({
    method: 'POST',
    path: '/sandbox/internal-accounts/{accountId}/fund',
    operationId: 'sandboxFundInternalAccount',
    tag,
    summary: 'Fund an internal account',
    description: 'Instantly, as if a bank had sent the money. amount is in the smallest unit: 100 is one US dollar.',
    access: 'TRANSACT',
    onlyFor: 'SANDBOX',
    params: Type.Object({ accountId: IdOf('InternalAccount') }),
    body: FundRequest,
    idempotency: 'OPTIONAL',
    answers: { 200: InternalAccount },
    errors: ['INVALID_INPUT', 'AMOUNT_OUT_OF_RANGE', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params, body, now, receipt }) => {
      const funding = { platform: caller.platform, accountId: params.accountId, amount: body.amount, now, receipt };
      return { status: 200, text: await fund(needs, funding) };
    },
  });

const platformRoute = ({ db, vault }: Needs): Route =>
  route({
    method: 'POST',
    path: '/sandbox/platforms',
    operationId: 'createSandboxPlatform',
    tag,
    summary: 'Make an isolated sandbox platform',
    description: 'With its own token, data and clock, in milliseconds: one per test.',
    access: 'MANAGE',
    onlyFor: 'SANDBOX',
    body: PlatformRequest,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    secretAnswer: true,
    answers: { 201: SandboxPlatform },
    errors: ['INVALID_INPUT'],
    handle: async ({ body, now, receipt }) => {
      const platform = { name: 'sandbox', ...body, mode: 'SANDBOX' as const, at: now };
      const { text } = await createPlatform(db, vault, platform, receipt);
      return { status: 201, text };
    },
  });

const clockRoutes = (needs: Needs): Route[] => [
  route({
    method: 'GET',
    path: '/sandbox/clock',
    operationId: 'getSandboxClock',
    tag,
    summary: "Read the platform's clock and what it waits for",
    access: 'VIEW',
    onlyFor: 'SANDBOX',
    answers: { 200: SandboxClock },
    errors: [],
    handle: async ({ caller }) => ok(await readClock(needs, caller.platform)),
  }),
  route({
    method: 'POST',
    path: '/sandbox/clock/advance',
    operationId: 'advanceSandboxClock',
    tag,
    summary: "Let the platform's time pass",
    description: 'Answers when everything that fell due has happened, with the list of it in order.',
    access: 'TRANSACT_OR_MANAGE',
    onlyFor: 'SANDBOX',
    body: AdvanceRequest,
    answers: { 200: AdvancedClock },
    errors: ['INVALID_INPUT', 'CONFLICT'],
    handle: async ({ caller, body }) => ok(await advanceClock(needs, caller.platform, body.seconds)),
  }),
];

const readingRoutes = ({ inbox, magicValues }: Needs): Route[] => [
  route({
    method: 'GET',
    path: '/sandbox/messages',
    operationId: 'listSandboxMessages',
    tag,
    summary: 'Read what would have been mailed or texted',
    access: 'VIEW',
    onlyFor: 'SANDBOX',
    query: Type.Object({
      to: Type.Optional(Type.String({ maxLength: 320 })),
      channel: Type.Optional(Enum(channels)),
      ...PageQuery,
    }),
    // The texts hold the codes.
    secretAnswer: true,
    answers: { 200: MessageList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await inbox.list(caller.platform.id, query)),
  }),
  route({
    method: 'GET',
    path: '/sandbox/magic-values',
    operationId: 'listMagicValues',
    tag,
    summary: 'List every magic value and its effect',
    access: 'VIEW',
    onlyFor: 'SANDBOX',
    answers: { 200: MagicValueList },
    errors: [],
    handle: async () => ok({ data: magicValues }),
  }),
];
