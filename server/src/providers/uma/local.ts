import { domainOf, type Uma, type UmaQuery, type UmaReceiver } from './port.ts';

interface Options {
  /** Where addresses live whose platform has no domain of its own. */
  defaultDomain: string;
  /** A customer of the same platform. */
  customerAt: (query: UmaQuery) => Promise<UmaReceiver | undefined>;
  outside: Uma;
}

/** Our own customers first: asking for them never leaves the house. */
export const localUma = ({ defaultDomain, customerAt, outside }: Options): Uma => ({
  lookup: async (query) => {
    const domain = domainOf(query.umaAddress);
    if (domain !== query.umaDomain && domain !== defaultDomain) return outside.lookup(query);
    const customer = await customerAt(query);
    return customer ?? (domain === defaultDomain ? outside.lookup(query) : undefined);
  },
});
