import { currencyInfo } from './currencies.ts';

export interface Institution {
  /** Value for `bankName` or `provider` of an external account. */
  bankName: string;
  displayName: string;
  country: string;
  currency: string;
}

export function listInstitutions(filter: {
  country?: string | undefined;
  currency?: string | undefined;
}): readonly Institution[] {
  if (filter.currency !== undefined) currencyInfo(filter.currency);
  return institutions.filter(
    ({ country, currency }) => (filter.country ?? country) === country && (filter.currency ?? currency) === currency,
  );
}

/** Banks by common name. */
const banks: readonly (readonly [currency: string, country: string, names: readonly string[]])[] = [
  [
    'BDT',
    'BD',
    ['BRAC Bank', 'Dutch-Bangla Bank', 'Eastern Bank', 'Islami Bank Bangladesh', 'Sonali Bank', 'The City Bank'],
  ],
  ['COP', 'CO', ['Bancolombia', 'Banco de Bogotá', 'Banco Davivienda', 'BBVA Colombia', 'Banco de Occidente']],
  ['EGP', 'EG', ['National Bank of Egypt', 'Banque Misr', 'Commercial International Bank', 'QNB Egypt']],
  ['GHS', 'GH', ['GCB Bank', 'Absa Bank Ghana', 'Ecobank Ghana', 'Fidelity Bank Ghana', 'Stanbic Bank Ghana']],
  ['GTQ', 'GT', ['Banco Industrial', 'Banrural', 'BAC Credomatic', 'Banco G&T Continental']],
  [
    'HKD',
    'HK',
    ['Hang Seng Bank', 'HSBC', 'Bank of China (Hong Kong)', 'Standard Chartered Hong Kong', 'The Bank of East Asia'],
  ],
  ['IDR', 'ID', ['Bank Central Asia', 'Bank Mandiri', 'Bank Negara Indonesia', 'Bank Rakyat Indonesia', 'CIMB Niaga']],
  [
    'INR',
    'IN',
    ['HDFC Bank', 'Axis Bank', 'ICICI Bank', 'Kotak Mahindra Bank', 'Punjab National Bank', 'State Bank of India'],
  ],
  ['JMD', 'JM', ['National Commercial Bank', 'Scotiabank Jamaica', 'JN Bank', 'Sagicor Bank']],
  ['MYR', 'MY', ['Maybank', 'CIMB Bank', 'Hong Leong Bank', 'Public Bank', 'RHB Bank']],
  [
    'NGN',
    'NG',
    ['Guaranty Trust Bank', 'Access Bank', 'First Bank of Nigeria', 'United Bank for Africa', 'Zenith Bank'],
  ],
  [
    'PHP',
    'PH',
    ['BDO Unibank', 'Bank of the Philippine Islands', 'Land Bank of the Philippines', 'Metrobank', 'UnionBank'],
  ],
  ['PKR', 'PK', ['Standard Chartered Pakistan', 'Habib Bank', 'MCB Bank', 'Meezan Bank', 'United Bank']],
  [
    'SGD',
    'SG',
    [
      'DBS Bank',
      'OCBC Bank',
      'United Overseas Bank',
      'ANZ Bank',
      'Bank of China',
      'CIMB Bank',
      'Citibank',
      'Deutsche Bank',
      'GXS Bank',
      'HSBC',
      'Industrial and Commercial Bank of China',
      'Maybank',
      'RHB Bank',
      'Standard Chartered Bank',
      'State Bank of India',
      'Trust Bank',
    ],
  ],
  ['THB', 'TH', ['Bangkok Bank', 'Kasikornbank', 'Krungthai Bank', 'Siam Commercial Bank', 'TMBThanachart Bank']],
  ['USD', 'SV', ['Banco Agrícola', 'Banco Cuscatlán', 'Banco Davivienda Salvadoreño', 'BAC Credomatic']],
  ['VND', 'VN', ['Vietcombank', 'Agribank', 'BIDV', 'Techcombank', 'VietinBank']],
  ['ZAR', 'ZA', ['Standard Bank', 'Absa Bank', 'Capitec Bank', 'First National Bank', 'Nedbank']],
];

/** Mobile networks and wallets by code. */
const networks: readonly (readonly [currency: string, country: string, names: Readonly<Record<string, string>>])[] = [
  ['BDT', 'BD', { bKash: 'bKash', Nagad: 'Nagad' }],
  ['BWP', 'BW', { 'Orange Money': 'Orange Money Botswana', MyZaka: 'Mascom MyZaka' }],
  ['CNY', 'CN', { AliPay: 'Alipay', WechatPay: 'WeChat Pay' }],
  ['COP', 'CO', { Nequi: 'Nequi', DaviPlata: 'DaviPlata' }],
  ['EGP', 'EG', { 'Vodafone Cash': 'Vodafone Cash' }],
  ['GHS', 'GH', { 'MTN MoMo': 'MTN Mobile Money', 'Telecel Cash': 'Telecel Cash' }],
  ['KES', 'KE', { 'M-PESA': 'M-PESA (Safaricom)' }],
  ['MWK', 'MW', { AIRTEL: 'Airtel Money', TNM: 'TNM Mpamba' }],
  ['PKR', 'PK', { Easypaisa: 'Easypaisa', JazzCash: 'JazzCash' }],
  ['RWF', 'RW', { MTN: 'MTN Mobile Money', AIRTEL: 'Airtel Money' }],
  ['TZS', 'TZ', { AIRTEL: 'Airtel Money', VODACOM: 'Vodacom M-Pesa' }],
  ['UGX', 'UG', { MTN: 'MTN Mobile Money', AIRTEL: 'Airtel Money' }],
  ['XAF', 'CM', { 'Orange Money': 'Orange Money Cameroon', 'MTN MoMo': 'MTN Mobile Money Cameroon' }],
  ['XAF', 'CG', { 'Airtel Money': 'Airtel Money Congo', 'MTN MoMo': 'MTN Mobile Money Congo' }],
  ['XOF', 'BJ', { 'MTN MoMo': 'MTN Mobile Money Benin', 'Moov Money': 'Moov Money Benin' }],
  [
    'XOF',
    'CI',
    { 'Orange Money': "Orange Money Côte d'Ivoire", 'MTN MoMo': "MTN Mobile Money Côte d'Ivoire", Wave: 'Wave' },
  ],
  ['XOF', 'SN', { 'Orange Money': 'Orange Money Senegal', Wave: 'Wave' }],
  ['XOF', 'TG', { 'Moov Money': 'Moov Money Togo', 'Mixx by Yas': 'Mixx by Yas' }],
  ['ZMW', 'ZM', { MTN: 'MTN Mobile Money', AIRTEL: 'Airtel Money', ZAMTEL: 'Zamtel Kwacha', TNM: 'TNM' }],
];

const institutions: readonly Institution[] = [
  ...banks.flatMap(([currency, country, names]) =>
    names.map((name) => ({ bankName: name, displayName: name, country, currency })),
  ),
  ...networks.flatMap(([currency, country, names]) =>
    Object.entries(names).map(([bankName, displayName]) => ({ bankName, displayName, country, currency })),
  ),
].sort((a, b) => (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0));
