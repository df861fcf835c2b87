import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageQuery } from '../../engine/http/paging.ts';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { Enum, IdOf } from '../../engine/http/schemas.ts';
import type { Worker } from '../../engine/jobs/worker.ts';
import type { Ledger } from '../../engine/ledger/post.ts';
import type { MagicValue } from '../../engine/providers/magic-values.ts';
import { type Inbox, messageChannels } from '../../engine/providers/messaging/port.ts';
import type { Banking } from '../../engine/providers/services.ts';
import { type EventWaits, MAX_WAIT_SECONDS } from '../../engine/webhooks/event-waits.ts';
import type { Webhooks } from '../../engine/webhooks/service.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';
import { InvalidFields } from '../../foundation/kernel/errors.ts';
import { InternalAccount } from '../../parties/accounts/schemas.ts';
import type { AccessCache } from '../../parties/platforms/access.ts';
import { createPlatform } from '../../parties/platforms/platforms.ts';
import { settingsProblems } from '../../parties/platforms/settings.ts';
import { advanceClock, getClock, runToNext } from './clock.ts';
import { fundAccount } from './funding.ts';
import { withTargets } from './magic-targets.ts';
import {
  AdvancedClock,
  AdvanceRequest,
  FundRequest,
  MagicValueList,
  MessageList,
  type PlatformInput,
  PlatformRequest,
  RunNextRequest,
  SandboxClock,
  SandboxPlatform,
} from './schemas.ts';

interface Deps {
  db: Database;
  vault: Vault;
  clock: Clock;
  ledger: Ledger;
  banking: Banking;
  accessCache: AccessCache;
  worker: Worker;
  magicValues: readonly MagicValue[];
  webhooks: Pick<Webhooks, 'addresses'>;
  /** Inbox of the sandbox adapter for messages. */
  inbox: Inbox;
  eventWaits: EventWaits;
}

const tag = 'Sandbox';

export const sandboxRoutes = (deps: Deps): Route[] => [
  fundRoute(deps),
  platformRoute(deps),
  ...clockRoutes(deps),
  ...readingRoutes(deps),
];

const fundRoute = (deps: Deps): Route =>
  route({
    method: 'POST',
    path: '/sandbox/internal-accounts/{accountId}/fund',
    operationId: 'sandboxFundInternalAccount',
    tag,
    summary: 'Fund an internal account',
    description: 'Simulates an instant bank transfer. amount is in the smallest unit: 100 is one US dollar.',
    access: 'TRANSACT',
    onlyFor: 'SANDBOX',
    params: Type.Object({ accountId: IdOf('InternalAccount') }),
    body: FundRequest,
    idempotency: 'OPTIONAL',
    responses: { 200: InternalAccount },
    errors: ['INVALID_INPUT', 'AMOUNT_OUT_OF_RANGE', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    reasons: { CONFLICT: ['ACCOUNT_NOT_ACTIVE'] },
    handle: async ({ caller, params, body, now, receipt }) => {
      const funding = { platform: caller.platform, accountId: params.accountId, amount: body.amount, now, receipt };
      return { status: 200, text: await fundAccount(deps, funding) };
    },
  });

const endpointProblems = ({ webhooks }: Deps, { mode }: Platform, { webhookEndpoint }: PlatformInput) =>
  settingsProblems(webhookEndpoint === undefined ? {} : { webhookEndpoint }, {
    requiresHttps: false,
    webhookAddresses: webhooks.addresses[mode],
  });

const platformRoute = (deps: Deps): Route =>
  route({
    method: 'POST',
    path: '/sandbox/platforms',
    operationId: 'createSandboxPlatform',
    tag,
    summary: 'Create an isolated sandbox platform',
    description:
      'It has its own token, data and clock and takes milliseconds to create: use one per test. Its token has the permissions of the token that creates it.',
    access: 'MANAGE',
    onlyFor: 'SANDBOX',
    body: PlatformRequest,
    bodyOptional: true,
    rules: ({ caller, body }) => endpointProblems(deps, caller.platform, body),
    idempotency: 'OPTIONAL',
    secretResponse: true,
    responses: { 201: SandboxPlatform },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, body, now, receipt }) => {
      const problems = endpointProblems(deps, caller.platform, body ?? {});
      if (problems.length > 0) throw new InvalidFields(problems);
      const { permissions } = caller;
      const platform = { name: 'sandbox', ...body, mode: 'SANDBOX' as const, permissions, at: now };
      const { text } = await createPlatform(deps.db, deps.vault, platform, receipt);
      return { status: 201, text };
    },
  });

const clockRoutes = (deps: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/sandbox/clock',
    operationId: 'getSandboxClock',
    tag,
    summary: "Read the platform's clock and its pending events",
    access: 'VIEW',
    onlyFor: 'SANDBOX',
    responses: { 200: SandboxClock },
    errors: [],
    handle: async ({ caller }) => ok(await getClock(deps, caller.platform)),
  }),
  route({
    method: 'POST',
    path: '/sandbox/clock/advance',
    operationId: 'advanceSandboxClock',
    tag,
    summary: "Advance the platform's clock",
    description: 'Answers once all events that fell due have happened, and lists them in order.',
    access: 'TRANSACT_OR_MANAGE',
    onlyFor: 'SANDBOX',
    body: AdvanceRequest,
    responses: { 200: AdvancedClock },
    errors: ['INVALID_INPUT', 'CONFLICT'],
    reasons: { CONFLICT: ['CLOCK_IS_ADVANCING'] },
    handle: async ({ caller, body }) => ok(await advanceClock(deps, caller.platform, body.seconds)),
  }),
  route({
    method: 'POST',
    path: '/sandbox/clock/run-next',
    operationId: 'runNextSandboxEvent',
    tag,
    summary: "Advance the platform's clock to the next event",
    description:
      'Runs the next event that waits for its time, or the next one of a resource, and everything that falls due until ' +
      'then. Without such an event the clock stays and `happened` is empty.',
    access: 'TRANSACT_OR_MANAGE',
    onlyFor: 'SANDBOX',
    body: RunNextRequest,
    bodyOptional: true,
    responses: { 200: AdvancedClock },
    errors: ['INVALID_INPUT', 'CONFLICT'],
    reasons: { CONFLICT: ['CLOCK_IS_ADVANCING'] },
    handle: async ({ caller, body }) => ok(await runToNext(deps, caller.platform, body?.resourceId)),
  }),
];

const readingRoutes = ({ inbox, magicValues, eventWaits }: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/sandbox/messages',
    operationId: 'listSandboxMessages',
    tag,
    summary: 'List the emails and text messages of the sandbox',
    access: 'VIEW',
    onlyFor: 'SANDBOX',
    query: Type.Object({
      to: Type.Optional(
        Type.String({ maxLength: 320, description: 'Only messages to this email address or phone number.' }),
      ),
      channel: Type.Optional(Enum(messageChannels, { description: 'Only messages of this channel.' })),
      after: Type.Optional(
        Described(IdOf('Message'), 'Only messages that were stored after this one; an id of any time will do.'),
      ),
      wait: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MAX_WAIT_SECONDS,
          description: `Seconds to wait for a message if there is none, at most ${MAX_WAIT_SECONDS}.`,
        }),
      ),
      ...PageQuery,
    }),
    // Texts of messages contain one-time codes.
    secretResponse: true,
    responses: { 200: MessageList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query: { wait = 0, ...filter } }) => {
      const read = async () => {
        const page = await inbox.list(caller.platform.id, filter);
        return { events: page.data, isUnsettled: false, page };
      };
      return ok((await eventWaits.read(read, wait)).page);
    },
  }),
  route({
    method: 'GET',
    path: '/sandbox/magic-values',
    operationId: 'listMagicValues',
    tag,
    summary: 'List every magic value and its effect',
    access: 'VIEW',
    onlyFor: 'SANDBOX',
    responses: { 200: MagicValueList },
    errors: [],
    handle: async () => ok({ data: withTargets(magicValues) }),
  }),
];
