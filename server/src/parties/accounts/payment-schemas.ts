import { type TObject, type TProperties, Type } from '@sinclair/typebox';
import { Enum, OneOf } from '../../engine/http/schemas.ts';
import { AccountName, Personal, Secret } from '../../engine/http/sensitivity.ts';
import { accountType, accountTypeNames } from './account-types.ts';
import { AccountTypeTag, familyOf, fieldSchemas, railsOfType } from './external-schemas.ts';

const reference = Type.Optional(
  Type.String({ description: 'Reference that must be sent with the money, so that it is matched.' }),
);
const bankAddress = Type.Optional(
  Type.String({ minLength: 1, maxLength: 1024, description: 'Postal address of the bank.' }),
);
const assetType = Type.String({ description: 'Asset that the address accepts, by its code.' });

const address = AccountName(Type.String({ description: 'Address that the payer sends to.' }));

/** Members of the variants that are not in the table of account types. */
const others: Readonly<Record<string, TProperties>> = {
  BRL_ACCOUNT: {
    qrCode: AccountName(
      Type.String({ minLength: 1, description: 'PIX payload to be shown as a QR code or pasted into a banking app.' }),
    ),
  },
  ARS_ACCOUNT: { accountNumber: AccountName(Type.String({ pattern: '^\\d{22}$', description: 'CVU of 22 digits.' })) },
  COP_ACCOUNT: { paymentUrl: Secret(Type.String({ format: 'uri', description: 'Page on which the payer pays.' })) },
  BITCOIN_L1: {
    address,
    network: Type.Optional(Enum(['BITCOIN'], { description: 'Network on which the coins must be sent.' })),
  },
  LIGHTNING: { invoice: AccountName(Type.String({ description: 'BOLT 11 invoice for the exact amount.' })) },
  SPARK_WALLET: {
    address,
    assetType,
    invoice: Type.Optional(AccountName(Type.String({ description: 'Spark invoice for the exact amount.' }))),
  },
  EMBEDDED_WALLET: {
    payloadToSign: Secret(
      Type.String({ description: 'Payload that a session of the paying wallet signs to send the money.' }),
    ),
  },
};

const named = accountTypeNames.map((name) => {
  const rails = railsOfType(name);
  if (rails.length === 0) return variant(name, others[name] ?? { address, assetType });
  const paymentRails = Type.Array(Enum(rails), { description: 'Rails by which the account can be paid.' });
  const accountHolderName = Type.Optional(
    Personal(Type.String({ description: 'Name of the account holder, to be copied exactly.' })),
  );
  const bank = { ...fieldSchemas(accountType(name).fields), paymentRails, accountHolderName, bankAddress };
  return variant(name, others[name] ?? bank);
});

const further = Object.keys(others)
  .filter((name) => !(accountTypeNames as string[]).includes(name))
  .map((name) => variant(name, others[name] ?? {}));

function variant(accountTypeName: string, members: TProperties): TObject {
  const $id = `Payment${familyOf(accountTypeName)}Info`;
  return Type.Object({ accountType: AccountTypeTag(accountTypeName), ...members, reference }, { $id });
}

/** Types of accounts, wallets and networks in payment instructions. */
const PaymentAccountType = Enum([...new Set([...accountTypeNames, ...Object.keys(others)])], {
  $id: 'PaymentAccountType',
  description: 'Type of account, wallet or network to be paid.',
});

/** Payment instructions for payers, with one variant per type of account, wallet or network. */
export const PaymentInstructions = Type.Object(
  {
    instructionsNotes: Type.Optional(Type.String({ description: 'Instructions for the payer in plain English.' })),
    isPlatformAccount: Type.Optional(
      Type.Boolean({ description: 'Whether the account to be paid belongs to the platform and not to a customer.' }),
    ),
    accountOrWalletInfo: OneOf('accountType', [...named, ...further], {
      allOf: [Type.Object({ accountType: PaymentAccountType })],
      description: 'Account or address to be paid; `accountType` selects the members.',
    }),
  },
  { $id: 'PaymentInstructions', description: 'One way for a payer to send the money.' },
);
