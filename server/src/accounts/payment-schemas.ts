import { type TObject, type TProperties, Type } from '@sinclair/typebox';
import { Enum, OneOf } from '../http/schemas.ts';
import { accountType, accountTypeNames } from './account-types.ts';
import { familyOf, fieldSchemas, railsOfType } from './external-schemas.ts';

const reference = Type.Optional(Type.String({ description: 'to be sent with the money' }));
const bankAddress = Type.Optional(Type.String({ minLength: 1, maxLength: 1024 }));
const assetType = Type.String({ description: 'what the address takes' });

/** Variants that are not a bank account of the table: their members beyond accountType. */
const others: Readonly<Record<string, TProperties>> = {
  BRL_ACCOUNT: { qrCode: Type.String({ minLength: 1, description: 'PIX payload' }) },
  ARS_ACCOUNT: { accountNumber: Type.String({ pattern: '^\\d{22}$', description: 'CVU' }) },
  COP_ACCOUNT: { paymentUrl: Type.String({ format: 'uri', description: 'send the payer there' }) },
  BITCOIN_L1: { address: Type.String(), network: Type.Optional(Enum(['BITCOIN'])) },
  LIGHTNING: { invoice: Type.String({ description: 'BOLT 11' }) },
  SPARK_WALLET: { address: Type.String(), assetType, invoice: Type.Optional(Type.String()) },
  EMBEDDED_WALLET: { payloadToSign: Type.String() },
};

const named = accountTypeNames.map((name) => {
  const rails = railsOfType(name);
  if (rails.length === 0) return variant(name, others[name] ?? { address: Type.String(), assetType });
  const paymentRails = Type.Array(Enum(rails));
  const accountHolderName = Type.Optional(Type.String({ description: 'to be copied exactly' }));
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

/** How somebody outside pays: one variant per kind of account, wallet or network. */
export const PaymentInstructions = Type.Object(
  {
    instructionsNotes: Type.Optional(Type.String()),
    isPlatformAccount: Type.Optional(Type.Boolean()),
    accountOrWalletInfo: OneOf('accountType', [...named, ...further]),
  },
  { $id: 'PaymentInstructions' },
);
