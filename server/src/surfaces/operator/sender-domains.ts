import type { Database } from '../../foundation/db/database.ts';
import { apply } from '../../foundation/db/effects.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { getPlatform } from '../../parties/platforms/platforms.ts';
import { allowDomain, disallowDomain, listSenderDomains } from '../../parties/platforms/sender-domains.ts';
import { recordAction } from './actions.ts';
import type { OperatorContext } from './interventions.ts';

interface DomainRequest {
  platformId: string;
  domain: string;
}

export async function getSenderDomains(db: Database, platformId: string) {
  await getPlatform(db, platformId);
  return { data: await listSenderDomains(db, platformId) };
}

export async function allowSenderDomain(
  db: Database,
  request: DomainRequest,
  { operatorId, now }: OperatorContext,
): Promise<void> {
  const allowed = await normalized(db, request);
  const action = recorded('SENDER_DOMAIN_ALLOWED', allowed, { operatorId, now });
  await apply(db, { effects: [allowDomain({ ...allowed, at: now }), action] });
}

/** Returns the platform's mail to the default sender, even if its configuration still contains the domain. */
export async function removeSenderDomain(
  db: Database,
  request: DomainRequest,
  { operatorId, now }: OperatorContext,
): Promise<void> {
  const removed = await normalized(db, request);
  const action = recorded('SENDER_DOMAIN_REMOVED', removed, { operatorId, now });
  if (await apply(db, { guard: disallowDomain(removed), effects: [action] })) return;
  throw new ApiError('REFERENCE_NOT_FOUND', 'The platform has no such sender domain.', {
    hint: 'GET /operator/platforms/{platformId}/sender-domains lists them.',
  });
}

async function normalized(db: Database, { platformId, domain }: DomainRequest): Promise<DomainRequest> {
  await getPlatform(db, platformId);
  return { platformId, domain: domain.toLowerCase() };
}

type DomainAction = 'SENDER_DOMAIN_ALLOWED' | 'SENDER_DOMAIN_REMOVED';

const recorded = (
  action: DomainAction,
  { platformId, domain }: DomainRequest,
  { operatorId, now }: Pick<OperatorContext, 'operatorId' | 'now'>,
) => recordAction({ operatorId, action, platformId, resourceId: platformId, details: { domain }, at: now });
