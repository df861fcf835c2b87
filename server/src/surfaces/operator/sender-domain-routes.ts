import { Type } from '@sinclair/typebox';
import { Pattern } from '../../engine/http/pattern-text.ts';
import { noContent, ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import type { Database } from '../../foundation/db/database.ts';
import { MAIL_DOMAIN } from '../../parties/platforms/sender-domains.ts';
import { SenderDomains } from './schemas.ts';
import { allowSenderDomain, getSenderDomains, removeSenderDomain } from './sender-domains.ts';

const tag = 'Operator';
const MAX_DOMAIN = 253;
const PlatformPath = { platformId: IdOf('Platform') };
const DomainPath = Type.Object({
  ...PlatformPath,
  domain: Pattern(MAIL_DOMAIN, 'a domain name', {
    maxLength: MAX_DOMAIN,
    examples: ['mail.example.com'],
    description: 'Domain from which the platform may send mail.',
  }),
});
const path = '/operator/platforms/{platformId}/sender-domains';

export const senderDomainRoutes = ({ db }: { db: Database }): Route[] => [
  route({
    method: 'GET',
    path,
    operationId: 'operatorListSenderDomains',
    tag,
    summary: 'List the sender domains of a platform',
    access: 'OPERATOR',
    params: Type.Object(PlatformPath),
    responses: { 200: SenderDomains },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ params }) => ok(await getSenderDomains(db, params.platformId)),
  }),
  route({
    method: 'PUT',
    path: `${path}/{domain}`,
    operationId: 'operatorAllowSenderDomain',
    tag,
    summary: 'Allow a platform to send mail from a domain',
    description:
      'The platform can then set an address of this domain as embeddedWalletConfig.sendFromEmailAddress. Allow only domains that authorize the mail gateway of the service (SPF, DKIM).',
    access: 'OPERATOR',
    params: DomainPath,
    responses: { 204: null },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ operator, params, now }) => {
      await allowSenderDomain(db, params, { ...operator, now });
      return noContent;
    },
  }),
  route({
    method: 'DELETE',
    path: `${path}/{domain}`,
    operationId: 'operatorRemoveSenderDomain',
    tag,
    summary: 'Stop a platform from sending mail from a domain',
    description: 'Mail is sent from the default sender at once, even if the configuration still contains the domain.',
    access: 'OPERATOR',
    params: DomainPath,
    responses: { 204: null },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ operator, params, now }) => {
      await removeSenderDomain(db, params, { ...operator, now });
      return noContent;
    },
  }),
];
