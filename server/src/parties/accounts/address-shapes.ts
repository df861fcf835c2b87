/**
 * Address checks by length and alphabet only. The last three characters may be any digits, because they select sandbox
 * scenarios, although base58 excludes 0 and bech32 excludes 1.
 */
const BASE58 = '1-9A-HJ-NP-Za-km-z';
const BECH32 = '02-9ac-hj-np-z';

/** `body` is the number of characters before the last three, as in a regular expression. */
const shape = (alphabet: string, body: string): string => `[${alphabet}]{${body}}[0-9${alphabet}]{3}`;

const solana = new RegExp(`^${shape(BASE58, '29,41')}$`);
const tron = new RegExp(`^T${shape(BASE58, '30')}$`);
const bitcoin = new RegExp(`^(?:[123mn]${shape(BASE58, '22,31')}|(?:bc|tb|bcrt)1${shape(BECH32, '5,84')})$`);
const sparkData = new RegExp(`^${shape(BECH32, '50,1000')}$`);
const invoiceData = new RegExp(`^${shape(BECH32, '47,4000')}$`);
const offer = new RegExp(`^lno1${shape(BECH32, '17,4000')}$`);

export const hasSolanaShape = (address: string): boolean => solana.test(address);

export const hasTronShape = (address: string): boolean => tron.test(address);

export const hasBitcoinShape = (address: string): boolean => bitcoin.test(oneCase(address) || address);

export const hasSparkShape = (address: string, networks: readonly string[]): boolean =>
  networks.some((network) => sparkData.test(after(`${network}1`, oneCase(address))));

/** `<network><amount>1<data>`. The separator is the first 1 after the multiplier of the amount. */
export function hasBolt11Shape(invoice: string, networks: readonly string[]): boolean {
  const lower = oneCase(invoice);
  return networks.some((network) => {
    const [head] = /^(?:[0-9]+[munp]?)?1/.exec(after(network, lower)) ?? [];
    return head !== undefined && invoiceData.test(after(network + head, lower));
  });
}

export const hasBolt12Shape = (value: string): boolean => offer.test(oneCase(value).replaceAll(/\+\s*/g, ''));

/** The text in lower case; empty if it mixes upper and lower case, which bech32 forbids. */
const oneCase = (value: string): string =>
  value === value.toLowerCase() || value === value.toUpperCase() ? value.toLowerCase() : '';

const after = (start: string, value: string): string => (value.startsWith(start) ? value.slice(start.length) : '');
