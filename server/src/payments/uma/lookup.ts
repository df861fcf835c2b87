import { UmaRejection } from '../../engine/providers/protocols/uma-codes.ts';
import { payUrl } from './addresses.ts';
import { platformTime, type UmaEndpointDeps } from './deps.ts';
import { getHost, getReceiver } from './receiver.ts';

interface Lookup {
  domain: string;
  user: string;
  query: Readonly<Record<string, string>>;
}

/** Responds to another provider that looks up a customer: currencies, rates and required payer data. */
export async function handleLookup(deps: UmaEndpointDeps, { domain, user, query }: Lookup): Promise<string> {
  const { platform, host } = await getHost(deps, domain);
  const network = deps.banking.uma.network[platform.mode];
  const request = await network.verifyLookup(host, { user, query });
  const receiver = await getReceiver(deps, platform, { user, host, now: platformTime(deps, platform) });
  const { umaAddress, currencies, requestedFields, own } = receiver;
  if (currencies.length === 0)
    throw new UmaRejection('USER_NOT_READY', 'The receiver has no account that can receive.');
  return network.signLookupResponse(host, request, {
    umaAddress,
    currencies,
    requestedFields,
    callback: payUrl(deps.sites.publicUrl(), { domain: host.domain, user: user.toLowerCase() }),
    isSubjectToTravelRule: own.settings.isRegulatedFinancialInstitution,
  });
}
