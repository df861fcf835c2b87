/** Paths that other providers call, on the domain of the platform, which may differ from the host of this service. */
const ROOT = '/uma';

export const umaPaths = {
  lookup: '/.well-known/lnurlp/:user',
  publicKeys: '/.well-known/lnurlpubkey',
  configuration: '/.well-known/uma-configuration',
  pay: `${ROOT}/:domain/pay/:user`,
  settled: `${ROOT}/:domain/settled/:id`,
  sandboxInvoice: `${ROOT}/sandbox-invoices/:platform/:id`,
} as const;

export const payUrl = (publicUrl: string, { domain, user }: { domain: string; user: string }): string =>
  `${publicUrl}${ROOT}/${encodeURIComponent(domain)}/pay/${encodeURIComponent(user)}`;

/** `id`: the settled transaction or outgoing pay request. */
export const settledUrl = (publicUrl: string, { domain, id }: { domain: string; id: string }): string =>
  `${publicUrl}${ROOT}/${encodeURIComponent(domain)}/settled/${uuidOf(id)}`;

export const invoiceUrl = (publicUrl: string, { platformId, id }: { platformId: string; id: string }): string =>
  `${publicUrl}${ROOT}/sandbox-invoices/${uuidOf(platformId)}/${uuidOf(id)}`;

/** Removes the type from ids, because the path names the resource. */
const uuidOf = (id: string): string => id.slice(id.indexOf(':') + 1);
