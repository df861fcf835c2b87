import { Type } from '@sinclair/typebox';
import { PageOf } from '../http/paging.ts';
import { Pattern } from '../http/pattern-text.ts';
import { CurrencyAmount, Enum, IdOf, Timestamp } from '../http/schemas.ts';
import { AccountName, Personal } from '../http/sensitivity.ts';
import { unmatchedReasons } from '../transactions/bank-credits.ts';
import { StatusReason } from './schemas.ts';

const text = Type.Optional(Type.String());

export const UnmatchedCredit = Type.Object(
  {
    id: IdOf('BankCredit'),
    state: Enum(['UNMATCHED', 'ASSIGNED', 'RETURNING', 'RETURNED']),
    reason: Type.Optional(
      Enum(unmatchedReasons, {
        description: 'why it is unmatched: PAYER_UNKNOWN and RETURN_FAILED are refunds and returns that failed',
      }),
    ),
    amount: CurrencyAmount,
    account: Type.String({ description: 'bank account of the service that was credited' }),
    remittanceInformation: Type.Array(Personal(Type.String()), {
      description: 'all texts of the payer and the banks',
    }),
    payerName: Type.Optional(Personal(Type.String())),
    payerAccount: Type.Optional(AccountName(Type.String())),
    bankReference: text,
    endToEndId: text,
    bookedOn: text,
    valueOn: text,
    platformId: Type.Optional(IdOf('Platform')),
    transactionId: Type.Optional(
      IdOf('Transaction', { description: 'payment that it funded, or that its assignment created' }),
    ),
    receivedAt: Timestamp,
  },
  { $id: 'OperatorUnmatchedCredit' },
);

export const UnmatchedCreditList = PageOf(UnmatchedCredit, 'OperatorUnmatchedCreditListResponse');

export const CreditAssignment = Type.Object(
  {
    ...StatusReason.properties,
    platformId: IdOf('Platform'),
    accountId: IdOf('InternalAccount', { description: 'ACTIVE, of the currency of the credit' }),
  },
  { $id: 'OperatorCreditAssignRequest' },
);

const Code = (pattern: string, words?: string) => Type.Optional(AccountName(Pattern(pattern, words)));

export const CreditReturn = Type.Object(
  {
    ...StatusReason.properties,
    payerAccount: Type.Optional(
      Type.Object(
        {
          holderName: Personal(Type.String({ minLength: 1, maxLength: 140 })),
          iban: Code('^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$', 'an IBAN without spaces, like DE89370400440532013000'),
          accountNumber: Code('^[A-Za-z0-9]{1,34}$', '1 to 34 letters and digits'),
          clabeNumber: Code('^[0-9]{18}$'),
          swiftCode: Code('^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$', 'a BIC, like DEUTDEFF'),
          routingNumber: Code('^[0-9]{9}$'),
          sortCode: Code('^[0-9]{6}$'),
          ifsc: Code('^[A-Z]{4}0[A-Z0-9]{6}$', 'an IFSC, like HDFC0000001'),
          bankAccountType: Type.Optional(Enum(['CHECKING', 'SAVINGS'])),
        },
        { description: 'by default the account that the bank reported with the credit' },
      ),
    ),
  },
  { $id: 'OperatorCreditReturnRequest' },
);
