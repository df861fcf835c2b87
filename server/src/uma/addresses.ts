/** Where other providers call us. The domain is that of the platform, which need not be the host of this service. */
const ROOT = '/uma';

export const umaPaths = {
  lookup: '/.well-known/lnurlp/:user',
  publicKeys: '/.well-known/lnurlpubkey',
  configuration: '/.well-known/uma-configuration',
  pay: `${ROOT}/:domain/pay/:user`,
  settled: `${ROOT}/:domain/settled/:id`,
  sandboxInvoice: `${ROOT}/sandbox-invoices/:platform/:id`,
} as const;

interface Place {
  domain: string;
  /** Of the request: the transaction or the pay request it is about. */
  id: string;
}

export const payUrl = (publicUrl: string, { domain, user }: { domain: string; user: string }): string =>
  `${publicUrl}${ROOT}/${encodeURIComponent(domain)}/pay/${encodeURIComponent(user)}`;

export const settledUrl = (publicUrl: string, { domain, id }: Place): string =>
  `${publicUrl}${ROOT}/${encodeURIComponent(domain)}/settled/${uuidOf(id)}`;

/** Ids go without their type: it stands in the path already. */
export const invoiceUrl = (publicUrl: string, { platformId, id }: { platformId: string; id: string }): string =>
  `${publicUrl}${ROOT}/sandbox-invoices/${uuidOf(platformId)}/${uuidOf(id)}`;

const uuidOf = (id: string): string => id.slice(id.indexOf(':') + 1);
