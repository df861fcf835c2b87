import { domainOf, type Uma, type UmaQuery, type UmaReceiver } from './port.ts';

interface Options {
  /** Domain of addresses on platforms without a domain of their own. */
  defaultDomain: string;
  /** Finds a customer of the same platform. */
  findCustomer: (query: UmaQuery) => Promise<UmaReceiver | undefined>;
  outside: Uma;
}

/** Resolves addresses of the platform's own customers, and passes other addresses to `outside`. */
export const localUma = ({ defaultDomain, findCustomer, outside }: Options): Uma => ({
  payeeData: (umaAddress) => outside.payeeData?.(umaAddress),
  requireLightning: (lightningAddress) => outside.requireLightning?.(lightningAddress),
  lookup: async (query) => {
    const domain = domainOf(query.umaAddress);
    if (domain !== query.umaDomain && domain !== defaultDomain) return outside.lookup(query);
    const customer = await findCustomer(query);
    return customer ?? (domain === defaultDomain ? outside.lookup(query) : undefined);
  },
});
