import { type TObject, type TProperties, Type } from '@sinclair/typebox';
import { Enum, OneOf } from '../http/schemas.ts';
import { AccountName, Personal, Secret } from '../http/sensitivity.ts';
import { accountType, accountTypeNames } from './account-types.ts';
import { familyOf, fieldSchemas, railsOfType } from './external-schemas.ts';

const reference = Type.Optional(Type.String({ description: 'to be sent with the money' }));
const bankAddress = Type.Optional(Type.String({ minLength: 1, maxLength: 1024 }));
const assetType = Type.String({ description: 'asset that the address accepts' });

/** Members of the variants that do not derive from the table of account types. */
const others: Readonly<Record<string, TProperties>> = {
  BRL_ACCOUNT: { qrCode: AccountName(Type.String({ minLength: 1, description: 'PIX payload' })) },
  ARS_ACCOUNT: { accountNumber: AccountName(Type.String({ pattern: '^\\d{22}$', description: 'CVU' })) },
  COP_ACCOUNT: { paymentUrl: Secret(Type.String({ format: 'uri', description: 'page on which the payer pays' })) },
  BITCOIN_L1: { address: AccountName(Type.String()), network: Type.Optional(Enum(['BITCOIN'])) },
  LIGHTNING: { invoice: AccountName(Type.String({ description: 'BOLT 11' })) },
  SPARK_WALLET: { address: AccountName(Type.String()), assetType, invoice: Type.Optional(AccountName(Type.String())) },
  EMBEDDED_WALLET: { payloadToSign: Secret(Type.String()) },
};

const named = accountTypeNames.map((name) => {
  const rails = railsOfType(name);
  if (rails.length === 0) return variant(name, others[name] ?? { address: AccountName(Type.String()), assetType });
  const paymentRails = Type.Array(Enum(rails));
  const accountHolderName = Type.Optional(Personal(Type.String({ description: 'to be copied exactly' })));
  const bank = { ...fieldSchemas(accountType(name).fields), paymentRails, accountHolderName, bankAddress };
  return variant(name, others[name] ?? bank);
});

const further = Object.keys(others)
  .filter((name) => !(accountTypeNames as string[]).includes(name))
  .map((name) => variant(name, others[name] ?? {}));

function variant(accountTypeName: string, members: TProperties): TObject {
  const $id = `Payment${familyOf(accountTypeName)}Info`;
  return Type.Object({ accountType: Type.Literal(accountTypeName), ...members, reference }, { $id });
}

/** Every type of account, wallet or network that payers can pay to. */
const PaymentAccountType = Enum([...new Set([...accountTypeNames, ...Object.keys(others)])], {
  $id: 'PaymentAccountType',
});

/** Payment instructions for payers: one variant per type of account, wallet or network. */
export const PaymentInstructions = Type.Object(
  {
    instructionsNotes: Type.Optional(Type.String()),
    isPlatformAccount: Type.Optional(Type.Boolean()),
    accountOrWalletInfo: OneOf('accountType', [...named, ...further], {
      properties: { accountType: PaymentAccountType },
    }),
  },
  { $id: 'PaymentInstructions' },
);
