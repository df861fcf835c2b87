import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Currency,
  encodeToUrl,
  fetchPublicKeyForVasp,
  generateNonce,
  getLnurlpResponse,
  getPayReqResponse,
  getPayRequest,
  getSignableLnurlpRequestPayload,
  InMemoryPublicKeyCache,
  KycStatus,
  type LnurlpRequest,
  LnurlpResponse,
  PayReqResponse,
  PayRequest,
  parseLnurlpRequest,
  signPayload,
  UmaProtocolVersion,
  verifyPayReqResponseSignature,
  verifyPayReqSignature,
  verifyUmaLnurlpQuerySignature,
  verifyUmaLnurlpResponseSignature,
} from '@uma-sdk/core';
import { certify } from '../../src/engine/providers/uma/x509.ts';

const DAY_MS = 86_400_000;
const anyNonce = { checkAndSaveNonce: async () => true };

export interface Said {
  status?: number;
  text: string;
  headers?: Record<string, string>;
}

type Change = (text: string) => string | Said | Promise<string | Said>;

/** Deviations of a provider from the protocol, by response. */
export interface ProviderDeviations {
  keys?: Change;
  lookup?: Change;
  pay?: Change;
  settle?: Change;
  /** Responds to a lookup before parsing it. */
  version?: (asked: string) => string | Said;
  multiplier?: number;
  feeMsats?: number;
  /** Rate of the pay response, if it differs from that of the lookup. */
  payMultiplier?: number;
  payerData?: Record<string, { mandatory: boolean }>;
  commentAllowed?: number;
  identifier?: string;
  /** Age of the signature of the response to a lookup, in seconds. */
  agoSeconds?: number;
  currencies?: readonly Currency[];
  invoice?: (invoice: SandboxInvoice) => string;
  validUntil?: Date;
  isForged?: boolean;
}

interface SandboxInvoice {
  url: string;
  amountMsats: string;
  expiresAt: string;
  proof: string;
}

export const writeInvoice = (invoice: SandboxInvoice): string =>
  `lnsandbox1${Buffer.from(JSON.stringify(invoice)).toString('base64url')}`;

export const readInvoice = (pr: string): SandboxInvoice =>
  JSON.parse(Buffer.from(pr.slice('lnsandbox1'.length), 'base64url').toString());

export interface Provider {
  domain: string;
  signing: Uint8Array;
  encryption: Uint8Array;
  /** Requests by path, and pay requests as the library parses them. */
  asked: string[];
  payRequests: PayRequest[];
  settled: unknown[];
  close(): Promise<void>;
}

/** Another provider, built on the reference implementation alone. */
export async function openProvider(manners: ProviderDeviations = {}): Promise<Provider> {
  const from = new Date(Date.now() - 2 * DAY_MS);
  const until = manners.validUntil ?? new Date(Date.now() + DAY_MS);
  const [root, other] = [certify({ commonName: 'root', from, until }), certify({ commonName: 'root', from, until })];
  const issuer = { commonName: 'root', privateKey: (manners.isForged ? other : root).privateKey };
  const [signing, encryption] = [1, 2].map((n) => certify({ commonName: `key ${n}`, from, until, issuer }));
  if (!signing || !encryption) throw new Error('two keys were made');
  const cache = new InMemoryPublicKeyCache();
  const [asked, payRequests, settled]: [string[], PayRequest[], unknown[]] = [[], [], []];
  const multiplier = manners.multiplier ?? 1_000;

  const keys = (): string =>
    JSON.stringify({
      signingCertChain: [signing, root].map(({ certificate }) => certificate.toString('hex')),
      encryptionCertChain: [encryption, root].map(({ certificate }) => certificate.toString('hex')),
    });

  const lookup = async (url: URL): Promise<string | Said> => {
    const version = manners.version?.(url.searchParams.get('umaVersion') ?? '');
    if (typeof version === 'object') return version;
    const request: LnurlpRequest = parseLnurlpRequest(url);
    const theirs = await fetchPublicKeyForVasp({ cache, vaspDomain: request.vaspDomain ?? '' });
    if (!(await verifyUmaLnurlpQuerySignature(request, theirs, anyNonce))) return { status: 401, text: '{}' };
    const identifier = manners.identifier ?? request.receiverAddress;
    const response = await getLnurlpResponse({
      request: { ...request, receiverAddress: identifier },
      privateKeyBytes: signing.privateKey,
      callback: `http://${url.host}/pay`,
      requiresTravelRuleInfo: true,
      encodedMetadata: '[]',
      minSendableSats: 1,
      maxSendableSats: 1_000_000_000,
      payerDataOptions: { ...manners.payerData },
      currencyOptions: [...(manners.currencies ?? [new Currency('USD', 'US Dollar', '$', multiplier, 1, 1e12, 2)])],
      receiverKycStatus: KycStatus.Verified,
      commentCharsAllowed: manners.commentAllowed,
    });
    return manners.agoSeconds ? aged(response, manners.agoSeconds, signing.privateKey) : response.toJsonString();
  };

  const pay = async (host: string, body: string): Promise<string | Said> => {
    const request = asMeant(PayRequest.fromJson(body));
    payRequests.push(request);
    const payer = request.payerData?.identifier ?? '';
    const theirs = await fetchPublicKeyForVasp({ cache, vaspDomain: payer.slice(payer.indexOf('@') + 1) });
    if (!(await verifyPayReqSignature(request, theirs, anyNonce))) return { status: 401, text: '{}' };
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    const response = await getPayReqResponse({
      request,
      metadata: '[]',
      invoiceCreator: {
        createUmaInvoice: async (msats) =>
          (manners.invoice ?? writeInvoice)({
            url: `http://${host}/settle`,
            amountMsats: String(msats),
            expiresAt,
            proof: 'mine',
          }),
      },
      conversionRate: manners.payMultiplier ?? multiplier,
      receivingCurrencyCode: request.receivingCurrencyCode,
      receivingCurrencyDecimals: 2,
      receiverChannelUtxos: [],
      receiverFeesMillisats: manners.feeMsats ?? 0,
      receivingVaspPrivateKey: signing.privateKey,
      payeeIdentifier: `$carla@${host}`,
      payeeData: { name: 'Carla Provider' },
    });
    return response.toJsonString();
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    asked.push(url.pathname);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const said = await (async (): Promise<string | Said> => {
      if (url.pathname.endsWith('/lnurlpubkey')) return changed(keys(), manners.keys);
      if (url.pathname.startsWith('/.well-known/lnurlp/')) return changed(await lookup(url), manners.lookup);
      if (url.pathname === '/pay') return changed(await pay(url.host, body), manners.pay);
      settled.push(JSON.parse(body));
      return changed('{}', manners.settle);
    })().catch(
      (error: Error): Said => ({ status: 500, text: JSON.stringify({ status: 'ERROR', reason: error.message }) }),
    );
    const { status = 200, text, headers = {} } = (typeof said === 'string' ? { text: said } : said) as Said;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    domain: `localhost:${(server.address() as AddressInfo).port}`,
    signing: signing.privateKey,
    encryption: encryption.privateKey,
    asked,
    payRequests,
    settled,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Before version 1 the amount is in the receiver's currency; the library reads it as milli-satoshis. */
function asMeant(request: PayRequest): PayRequest {
  if (request.umaMajorVersion !== 0) return request;
  const { amount, receivingCurrencyCode: code, payerData, requestedPayeeData } = request;
  return new PayRequest(amount, code, code, 0, payerData, requestedPayeeData);
}

const changed = async (said: string | Said, change: Change = (text) => text): Promise<string | Said> =>
  typeof said === 'string' ? change(said) : said;

async function aged(response: LnurlpResponse, agoSeconds: number, key: Uint8Array): Promise<string> {
  const body = JSON.parse(response.toJsonString());
  body.compliance.signatureTimestamp -= agoSeconds;
  const { receiverIdentifier, signatureNonce, signatureTimestamp } = body.compliance;
  body.compliance.signature = await signPayload(
    [receiverIdentifier, signatureNonce, signatureTimestamp].join('|'),
    key,
  );
  return JSON.stringify(body);
}

interface Asking {
  version?: string;
  agoSeconds?: number;
}

/** A signed lookup of this provider as a URL, which can be sent repeatedly. */
export async function signedLookup(
  { domain, signing }: Provider,
  umaAddress: string,
  { version = UmaProtocolVersion, agoSeconds = 0 }: Asking = {},
): Promise<URL> {
  const request: LnurlpRequest = {
    receiverAddress: umaAddress,
    isSubjectToTravelRule: true,
    vaspDomain: domain,
    timestamp: new Date(Date.now() - agoSeconds * 1_000),
    nonce: generateNonce(),
    umaVersion: version,
  };
  const signature = await signPayload(getSignableLnurlpRequestPayload(request), signing);
  return encodeToUrl({ ...request, signature });
}

export interface Paying {
  amount: number;
  currency?: string;
  isReceiving?: boolean;
  payerData?: Record<string, unknown>;
  payeeData?: Record<string, { mandatory: boolean }>;
  travelRule?: string;
  signing?: Uint8Array;
  version?: number;
}

/** A pay request of this provider, encrypted for the receiving institution. */
export async function signedPayRequest(provider: Provider, receiverDomain: string, paying: Paying): Promise<string> {
  const theirs = await fetchPublicKeyForVasp({ cache: new InMemoryPublicKeyCache(), vaspDomain: receiverDomain });
  const { amount, currency = 'USD', isReceiving = true, payerData, payeeData } = paying;
  const request = await getPayRequest({
    receiverEncryptionPubKey: theirs.getEncryptionPubKey(),
    sendingVaspPrivateKey: paying.signing ?? provider.signing,
    receivingCurrencyCode: currency,
    amount,
    isAmountInReceivingCurrency: isReceiving,
    payerIdentifier: `$zoe@${provider.domain}`,
    payerKycStatus: KycStatus.Verified,
    trInfo: 'travelRule' in paying ? paying.travelRule : '{"name":"Zoe"}',
    utxoCallback: `http://${provider.domain}/settle`,
    requestedPayeeData: payeeData,
    umaMajorVersion: paying.version ?? 1,
    payerData,
  });
  return request.toJsonString();
}

/** The service's response, parsed and verified by the library. */
export async function verifiedLookup(text: string, domain: string): Promise<LnurlpResponse> {
  const response = LnurlpResponse.fromJson(text);
  const theirs = await fetchPublicKeyForVasp({ cache: new InMemoryPublicKeyCache(), vaspDomain: domain });
  if (await verifyUmaLnurlpResponseSignature(response, theirs, anyNonce)) return response;
  throw new Error('the answer is not signed');
}

export async function verifiedAgreement(text: string, payer: string, payee: string): Promise<PayReqResponse> {
  const response = PayReqResponse.fromJson(text);
  const domain = payee.slice(payee.indexOf('@') + 1);
  const theirs = await fetchPublicKeyForVasp({ cache: new InMemoryPublicKeyCache(), vaspDomain: domain });
  if (await verifyPayReqResponseSignature(response, payer, payee, theirs, anyNonce)) return response;
  throw new Error('the answer is not signed');
}
