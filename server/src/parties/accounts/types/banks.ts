import { currencies } from '../../rates/currencies.ts';
import {
  canadian,
  colombian,
  european,
  guatemalan,
  jamaican,
  located,
  named,
  registered,
  resident,
} from './beneficiaries.ts';
import {
  type AccountField,
  accountNumber,
  anyPhone,
  bankAccountType,
  bankName,
  bic,
  choice,
  digits,
  digitsBetween,
  iban,
  ibanOf,
  phoneOf,
  required,
  text,
} from './fields.ts';
import type { AccountType, PaymentRail, PaymentWay } from './type.ts';

/** Ways to pay that require no fields beyond the required ones. */
const by = (...rails: PaymentRail[]): PaymentWay[] => [{ rails, requires: [] }];

const bankOrMobile = (bank: readonly string[]): PaymentWay[] => [
  { rails: ['BANK_TRANSFER'], requires: bank },
  { rails: ['MOBILE_MONEY'], requires: ['phoneNumber'] },
];

/** Account type with an account number at a bank that has a BIC. */
const byBic = (currency: string, bank: string, code: string): AccountType => ({
  currencies: [currency],
  fields: {
    bankName: required(bankName(bank)),
    accountNumber: required(accountNumber),
    swiftCode: required(bic(code)),
  },
  ways: by('BANK_TRANSFER'),
  identifiedBy: ['accountNumber', 'swiftCode'],
  beneficiary: located,
});

const mobileMoney = (currency: string, phoneNumber: AccountField, provider: AccountField): AccountType => ({
  currencies: [currency],
  fields: { phoneNumber: required(phoneNumber), provider: required(provider) },
  ways: by('MOBILE_MONEY'),
  identifiedBy: ['phoneNumber', 'provider'],
  beneficiary: registered,
});

const anyProvider = text(255, 'Orange Money');

const inAmerica = {
  USD_ACCOUNT: {
    currencies: ['USD'],
    fields: {
      accountNumber: required(digitsBetween(4, 17, '123456789')),
      routingNumber: required({ ...digits(9, '021000021'), check: 'routingNumber' }),
      bankName: text(140, 'First Example Bank'),
      bankAccountType,
      intermediaryBankName: text(140, 'Example Trust'),
      intermediaryRoutingNumber: { ...digits(9, '121000248'), check: 'routingNumber' },
      fiToFiInformation: { maxLength: 210, example: 'For further credit' },
    },
    ways: by('ACH', 'WIRE', 'RTP', 'FEDNOW'),
    identifiedBy: ['accountNumber', 'routingNumber'],
    beneficiary: resident,
  },
  CAD_ACCOUNT: {
    currencies: ['CAD'],
    fields: {
      bankCode: required({ ...digits(3, '010'), description: 'Institution number of the bank.' }),
      branchCode: required({ ...digits(5, '00012'), description: 'Transit number of the bank branch.' }),
      accountNumber: required(digitsBetween(7, 12, '1234567')),
    },
    ways: by('BANK_TRANSFER'),
    identifiedBy: ['accountNumber', 'branchCode', 'bankCode'],
    beneficiary: canadian,
  },
  MXN_ACCOUNT: {
    currencies: ['MXN'],
    fields: { clabeNumber: required({ ...digits(18, '002010077777777771'), check: 'clabe' }) },
    ways: by('SPEI'),
    identifiedBy: ['clabeNumber'],
    beneficiary: located,
  },
  BRL_ACCOUNT: {
    currencies: ['BRL'],
    fields: {
      pixKey: required(text(77, 'ana.silva@example.com.br')),
      pixKeyType: required({ choices: ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'], example: 'EMAIL' }),
      taxId: required({ ...digitsBetween(11, 14, '52998224725'), check: 'brazilianTaxId' }),
    },
    ways: by('PIX'),
    identifiedBy: ['pixKey'],
    forms: {
      field: 'pixKey',
      by: 'pixKeyType',
      forms: {
        CPF: { pattern: '^[0-9]{11}$', words: '11 digits', example: '52998224725', check: 'cpf' },
        CNPJ: {
          pattern: '^[0-9A-Z]{12}[0-9]{2}$',
          words: '14 digits and capital letters',
          example: '11222333000181',
          check: 'cnpj',
        },
        EMAIL: { pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', words: 'an email address', example: 'ana@example.com.br' },
        PHONE: {
          pattern: '^\\+[1-9][0-9]{1,14}$',
          words: 'a phone number of + and 2 to 15 digits',
          example: '+5511987654321',
        },
        RANDOM: {
          pattern: '^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$',
          words: '32 hexadecimal digits',
          example: '123e4567-e89b-42d3-a456-426614174000',
        },
      },
    },
    beneficiary: located,
  },
  COP_ACCOUNT: {
    currencies: ['COP'],
    fields: {
      accountNumber,
      bankAccountType,
      bankName: required(bankName('Bancolombia')),
      phoneNumber: anyPhone('+573001234567'),
    },
    ways: bankOrMobile(['accountNumber', 'bankAccountType']),
    identifiedBy: ['accountNumber', 'phoneNumber', 'bankName'],
    beneficiary: colombian,
  },
  GTQ_ACCOUNT: {
    currencies: ['GTQ'],
    fields: {
      accountNumber: required(accountNumber),
      bankAccountType: required(bankAccountType),
      bankName: required(bankName('Banco Industrial')),
    },
    ways: by('BANK_TRANSFER'),
    identifiedBy: ['accountNumber', 'bankName'],
    beneficiary: guatemalan,
  },
  HTG_ACCOUNT: {
    currencies: ['HTG'],
    fields: { phoneNumber: required(anyPhone('+50934123456')) },
    ways: by('MOBILE_MONEY'),
    identifiedBy: ['phoneNumber'],
    beneficiary: named,
  },
  JMD_ACCOUNT: {
    currencies: ['JMD'],
    fields: {
      accountNumber: required(accountNumber),
      branchCode: required({ ...digits(5, '00035'), description: 'Transit number of the bank branch.' }),
      bankAccountType: required(bankAccountType),
      bankName: required(bankName('National Commercial Bank')),
    },
    ways: by('BANK_TRANSFER'),
    identifiedBy: ['accountNumber', 'branchCode', 'bankName'],
    beneficiary: jamaican,
  },
  SLV_ACCOUNT: {
    currencies: ['USD'],
    fields: {
      bankName: bankName('Banco Agrícola'),
      accountNumber,
      bankAccountType,
      phoneNumber: anyPhone('+50370123456'),
    },
    ways: bankOrMobile(['accountNumber', 'bankAccountType']),
    identifiedBy: ['accountNumber', 'phoneNumber', 'bankName'],
    beneficiary: named,
  },
} as const satisfies Record<string, AccountType>;

const inEurope = {
  EUR_ACCOUNT: {
    currencies: ['EUR'],
    fields: { iban: required(iban), swiftCode: bic('DEUTDEFF') },
    ways: by('SEPA', 'SEPA_INSTANT'),
    identifiedBy: ['iban'],
    beneficiary: european,
  },
  DKK_ACCOUNT: {
    currencies: ['DKK'],
    fields: { iban: required(ibanOf('DK', '[0-9]{16}', 'DK5000400440116243')), swiftCode: bic('DABADKKK') },
    ways: by('SEPA', 'SEPA_INSTANT'),
    identifiedBy: ['iban'],
    beneficiary: located,
  },
  GBP_ACCOUNT: {
    currencies: ['GBP'],
    fields: { sortCode: required(digits(6, '204514')), accountNumber: required(digits(8, '12345678')) },
    ways: by('FASTER_PAYMENTS'),
    identifiedBy: ['accountNumber', 'sortCode'],
    beneficiary: resident,
  },
} as const satisfies Record<string, AccountType>;

/** Bank names by the first four letters of the BIC. */
const singaporeBanks = {
  ANZB: 'ANZ Bank',
  BKCH: 'Bank of China',
  CIBB: 'CIMB Bank',
  CITI: 'Citibank',
  DBSS: 'DBS Bank',
  DEUT: 'Deutsche Bank',
  GXSP: 'GXS Bank',
  HSBC: 'HSBC',
  ICBK: 'Industrial and Commercial Bank of China',
  MBBE: 'Maybank',
  OCBC: 'OCBC Bank',
  RHBB: 'RHB Bank',
  SBIN: 'State Bank of India',
  SCBL: 'Standard Chartered Bank',
  TRBU: 'Trust Bank',
  UOVB: 'United Overseas Bank',
};

const inAsia = {
  AED_ACCOUNT: {
    currencies: ['AED'],
    fields: { iban: required(ibanOf('AE', '[0-9]{21}', 'AE070331234567890123456')), swiftCode: bic('EBILAEAD') },
    ways: by('BANK_TRANSFER'),
    identifiedBy: ['iban'],
    beneficiary: located,
  },
  BDT_ACCOUNT: {
    currencies: ['BDT'],
    fields: {
      accountNumber,
      bankName: required(bankName('BRAC Bank')),
      branchCode: { ...digits(5, '12345'), description: 'Code of the bank branch.' },
      swiftCode: bic('BRAKBDDH'),
      phoneNumber: anyPhone('+8801712345678'),
    },
    ways: bankOrMobile(['accountNumber']),
    identifiedBy: ['accountNumber', 'phoneNumber', 'bankName', 'branchCode'],
    beneficiary: named,
  },
  CNY_ACCOUNT: {
    currencies: ['CNY'],
    fields: {
      accountNumber,
      bankName: required(bankName('AliPay')),
      phoneNumber: anyPhone('+8613812345678'),
    },
    ways: [
      { rails: ['BANK_TRANSFER'], requires: ['accountNumber'], beneficiary: 'BUSINESS' },
      { rails: ['MOBILE_MONEY'], requires: ['phoneNumber'], only: { bankName: ['AliPay', 'WechatPay'] } },
    ],
    identifiedBy: ['accountNumber', 'phoneNumber', 'bankName'],
    beneficiary: named,
  },
  HKD_ACCOUNT: byBic('HKD', 'Hang Seng Bank', 'HASEHKHH'),
  IDR_ACCOUNT: {
    currencies: ['IDR'],
    fields: {
      ...byBic('IDR', 'Bank Central Asia', 'CENAIDJA').fields,
      phoneNumber: required(phoneOf(62, '9,12', '+6281234567890')),
    },
    ways: by('BANK_TRANSFER'),
    identifiedBy: ['accountNumber', 'swiftCode'],
    beneficiary: located,
  },
  INR_ACCOUNT: {
    currencies: ['INR'],
    fields: {
      vpa: {
        minLength: 3,
        maxLength: 255,
        pattern: '^[a-zA-Z0-9.\\-_]+@[a-zA-Z0-9]+$',
        words: 'a UPI address of a name, @ and a bank',
        example: 'asha.rao@okbank',
      },
      accountNumber: digitsBetween(9, 18, '12345678901'),
      ifsc: {
        minLength: 11,
        maxLength: 11,
        pattern: '^[A-Z]{4}0[A-Z0-9]{6}$',
        words: '4 capital letters, a 0 and 6 capital letters or digits',
        example: 'HDFC0001234',
      },
      rail: text(32, 'NEFT'),
      bankName: bankName('HDFC Bank'),
    },
    ways: [
      { rails: ['UPI'], requires: ['vpa'] },
      { rails: ['NEFT', 'RTGS'], requires: ['accountNumber', 'ifsc', 'rail'] },
    ],
    identifiedBy: ['vpa', 'accountNumber', 'ifsc'],
    beneficiary: located,
  },
  MYR_ACCOUNT: byBic('MYR', 'Maybank', 'MBBEMYKL'),
  PHP_ACCOUNT: {
    currencies: ['PHP'],
    fields: {
      bankName: required(bankName('BDO Unibank')),
      accountNumber: required(digitsBetween(8, 16, '001234567890')),
    },
    ways: by('BANK_TRANSFER'),
    identifiedBy: ['accountNumber', 'bankName'],
    beneficiary: located,
  },
  PKR_ACCOUNT: {
    currencies: ['PKR'],
    fields: {
      bankName: required(bankName('Standard Chartered Pakistan')),
      accountNumber,
      iban: ibanOf('PK', '[0-9]{2}[A-Z]{4}[0-9]{16}', 'PK36SCBL0000001123456702'),
      phoneNumber: anyPhone('+923001234567'),
    },
    ways: bankOrMobile(['accountNumber']),
    identifiedBy: ['accountNumber', 'iban', 'phoneNumber', 'bankName'],
    beneficiary: named,
  },
  SGD_ACCOUNT: {
    currencies: ['SGD'],
    fields: {
      bankName: bankName('DBS Bank'),
      accountNumber: required(accountNumber),
      swiftCode: required(bic('DBSSSGSG')),
    },
    ways: by('PAYNOW', 'FAST', 'BANK_TRANSFER'),
    identifiedBy: ['accountNumber', 'swiftCode'],
    bankNames: singaporeBanks,
    beneficiary: located,
  },
  THB_ACCOUNT: byBic('THB', 'Bangkok Bank', 'BKKBTHBK'),
  VND_ACCOUNT: byBic('VND', 'Vietcombank', 'BFTVVNVX'),
} as const satisfies Record<string, AccountType>;

const inAfrica = {
  BWP_ACCOUNT: mobileMoney('BWP', anyPhone('+26771234567'), anyProvider),
  EGP_ACCOUNT: {
    currencies: ['EGP'],
    fields: {
      iban: ibanOf('EG', '[0-9]{27}', 'EG380019000500000000263180002'),
      bankName: required(bankName('National Bank of Egypt')),
      phoneNumber: anyPhone('+201001234567'),
    },
    ways: bankOrMobile(['iban']),
    identifiedBy: ['iban', 'phoneNumber', 'bankName'],
    beneficiary: named,
  },
  GHS_ACCOUNT: {
    currencies: ['GHS'],
    fields: { accountNumber, bankName: required(bankName('GCB Bank')), phoneNumber: anyPhone('+233241234567') },
    ways: bankOrMobile(['accountNumber']),
    identifiedBy: ['accountNumber', 'phoneNumber', 'bankName'],
    beneficiary: named,
  },
  KES_ACCOUNT: mobileMoney('KES', phoneOf(254, '9', '+254712345678'), choice('M-PESA')),
  MWK_ACCOUNT: mobileMoney('MWK', phoneOf(265, '9', '+265991234567'), choice('AIRTEL', 'TNM')),
  NGN_ACCOUNT: {
    currencies: ['NGN'],
    fields: {
      accountNumber: required(digits(10, '0123456789')),
      bankName: required(bankName('Guaranty Trust Bank')),
    },
    ways: by('BANK_TRANSFER'),
    identifiedBy: ['accountNumber', 'bankName'],
    beneficiary: registered,
  },
  RWF_ACCOUNT: mobileMoney('RWF', phoneOf(250, '9', '+250781234567'), choice('MTN', 'AIRTEL')),
  TZS_ACCOUNT: mobileMoney('TZS', phoneOf(255, '9', '+255712345678'), choice('AIRTEL', 'VODACOM')),
  UGX_ACCOUNT: mobileMoney('UGX', phoneOf(256, '9', '+256712345678'), choice('MTN', 'AIRTEL')),
  XAF_ACCOUNT: {
    ...mobileMoney('XAF', anyPhone('+237671234567'), anyProvider),
    fields: {
      phoneNumber: required(anyPhone('+237671234567')),
      provider: required(anyProvider),
      region: required(choice('CM', 'CG')),
    },
    forms: {
      field: 'phoneNumber',
      by: 'region',
      forms: {
        CM: { pattern: '^\\+237[0-9]{8,9}$', words: '+237 and 8 or 9 digits', example: '+237671234567' },
        CG: { pattern: '^\\+242[0-9]{7,9}$', words: '+242 and 7 to 9 digits', example: '+242061234567' },
      },
    },
  },
  XOF_ACCOUNT: {
    ...mobileMoney('XOF', anyPhone('+22961234567'), anyProvider),
    fields: {
      phoneNumber: required(anyPhone('+22961234567')),
      provider: required(anyProvider),
      region: required(choice('BJ', 'CI', 'SN', 'TG')),
    },
    forms: {
      field: 'phoneNumber',
      by: 'region',
      forms: {
        // Benin has had ten-digit numbers since November 2024; the shorter ones are still in use.
        BJ: { pattern: '^\\+229[0-9]{8,10}$', words: '+229 and 8 to 10 digits', example: '+22961234567' },
        CI: { pattern: '^\\+225[0-9]{10}$', words: '+225 and 10 digits', example: '+2250701234567' },
        SN: { pattern: '^\\+221[0-9]{9}$', words: '+221 and 9 digits', example: '+221771234567' },
        TG: { pattern: '^\\+228[0-9]{8}$', words: '+228 and 8 digits', example: '+22890123456' },
      },
    },
  },
  ZAR_ACCOUNT: {
    currencies: ['ZAR'],
    fields: {
      accountNumber: required(digitsBetween(9, 13, '1234567890')),
      bankName: required(bankName('Standard Bank')),
    },
    ways: by('BANK_TRANSFER'),
    identifiedBy: ['accountNumber', 'bankName'],
    beneficiary: registered,
  },
  ZMW_ACCOUNT: mobileMoney('ZMW', phoneOf(260, '9', '+260971234567'), choice('TNM', 'AIRTEL', 'ZAMTEL', 'MTN')),
} as const satisfies Record<string, AccountType>;

const anywhere = {
  SWIFT_ACCOUNT: {
    currencies: [...currencies.values()].filter((currency) => !currency.isCrypto).map((currency) => currency.code),
    fields: {
      country: required({
        minLength: 2,
        maxLength: 2,
        pattern: '^[A-Z]{2}$',
        words: 'a country code of two capital letters',
        check: 'country',
        example: 'JP',
      }),
      swiftCode: required(bic('BOTKJPJT')),
      bankName: required(bankName('MUFG Bank')),
      accountNumber,
      iban,
    },
    ways: [
      // Banks in these countries accept IBANs only.
      { rails: ['SWIFT'], requires: ['accountNumber'], never: { country: ['BR', 'GB'] } },
      { rails: ['SWIFT'], requires: ['iban'] },
    ],
    identifiedBy: ['accountNumber', 'iban', 'swiftCode'],
    beneficiary: named,
  },
} as const satisfies Record<string, AccountType>;

export const bankTypes = { ...inAmerica, ...inEurope, ...inAsia, ...inAfrica, ...anywhere };
