import { type Caller, CONSOLE_PLATFORM_HEADER, type OperatorCaller } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { getCallerPlatform } from '../../parties/platforms/platforms.ts';
import type { PlatformReadings } from '../operator/platform-reads.ts';
import { type ConsoleDeps, openSession, PERSON_PERMISSIONS, type Person, unauthenticated } from './access.ts';
import type { ConsoleRequest } from './origin.ts';

interface CallerDeps extends ConsoleDeps {
  readings: PlatformReadings;
}

/** Caller of a platform operation: the token of the session, or a person who names the platform in a header. */
export async function authenticateConsole(deps: CallerDeps, request: ConsoleRequest): Promise<Caller> {
  const { caller, person } = await openSession(deps, request);
  if (caller) return caller;
  if (!person) throw unauthenticated('CONSOLE_SESSION_KIND', 'The console session has no platform.');
  return readerOf(deps, person, request);
}

/** Caller of an operator operation. */
export async function authenticatePerson(deps: ConsoleDeps, request: ConsoleRequest): Promise<OperatorCaller> {
  const { session, person } = await openSession(deps, request);
  if (!person) throw unauthenticated('CONSOLE_SESSION_KIND', 'The console session is not one of an operator.');
  return { operatorId: person.id, provedAt: session.provedAt ?? session.createdAt };
}

/** People may only read the data of platforms; they change it through operator operations. */
async function readerOf(deps: CallerDeps, { id: operatorId }: Person, { headers }: ConsoleRequest): Promise<Caller> {
  const platformId = headers[CONSOLE_PLATFORM_HEADER];
  if (typeof platformId !== 'string') {
    throw new ApiError('INVALID_INPUT', 'X-Console-Platform must name the platform whose data is read.', {
      hint: 'GET /operator/platforms lists the platforms.',
    });
  }
  const platform = await getCallerPlatform(deps.db, platformId);
  await deps.readings.record(operatorId, platformId, deps.clock.now());
  return { tokenId: operatorId, permissions: PERSON_PERMISSIONS, platform, isOperator: true };
}
