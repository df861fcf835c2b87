import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf } from '../../engine/http/paging.ts';
import { Pattern } from '../../engine/http/pattern-text.ts';
import { CurrencyAmount, Enum, IdOf, Timestamp } from '../../engine/http/schemas.ts';
import { AccountName, Personal } from '../../engine/http/sensitivity.ts';
import { unmatchedReasons } from '../../payments/bank-credits/record.ts';
import { StatusReason } from './schemas.ts';

const text = Type.Optional(Type.String());

export const UnmatchedCredit = Type.Object(
  {
    id: IdOf('BankCredit'),
    state: Enum(['UNMATCHED', 'ASSIGNED', 'RETURNING', 'RETURNED'], {
      description: 'UNMATCHED waits for an operator, RETURNING for the bank; ASSIGNED and RETURNED are final.',
    }),
    reason: Type.Optional(
      Enum(unmatchedReasons, {
        description:
          'Reason why the credit is unmatched: PAYER_UNKNOWN and RETURN_FAILED are refunds and returns that failed.',
      }),
    ),
    amount: Described(CurrencyAmount, 'Amount that the bank credited.'),
    account: Type.String({ description: 'Bank account of the service that was credited.' }),
    remittanceInformation: Type.Array(Personal(Type.String()), {
      description: 'All texts of the payer and the banks.',
    }),
    payerName: Type.Optional(Personal(Type.String({ description: 'Name of the payer, as the bank reported it.' }))),
    payerAccount: Type.Optional(
      AccountName(Type.String({ description: 'Account number of the payer, as the bank reported it.' })),
    ),
    bankReference: Described(text, 'Reference of the bank for the credit.'),
    endToEndId: Described(text, "End-to-end id that the payer's bank assigned."),
    bookedOn: Described(text, 'Date on which the bank booked the credit.'),
    valueOn: Described(text, 'Value date of the credit.'),
    platformId: Type.Optional(
      IdOf('Platform', { description: 'Platform of the payment; present once the credit is assigned.' }),
    ),
    transactionId: Type.Optional(
      IdOf('Transaction', { description: 'Payment that the credit funded, or that its assignment created.' }),
    ),
    receivedAt: Described(Timestamp, 'Time at which the report of the bank was read.'),
  },
  { $id: 'OperatorUnmatchedCredit', description: 'Money at a bank that matches no payment.' },
);

export const UnmatchedCreditList = PageOf(UnmatchedCredit, 'OperatorUnmatchedCreditListResponse');

export const CreditAssignment = Type.Object(
  {
    ...StatusReason.properties,
    platformId: IdOf('Platform', { description: 'Platform that gets the money.' }),
    accountId: IdOf('InternalAccount', { description: 'ACTIVE internal account in the currency of the credit.' }),
  },
  { $id: 'OperatorCreditAssignRequest', description: 'Account that gets the money.' },
);

const Code = (pattern: string, words?: string) => Type.Optional(AccountName(Pattern(pattern, words)));

export const CreditReturn = Type.Object(
  {
    ...StatusReason.properties,
    payerAccount: Type.Optional(
      Type.Object(
        {
          holderName: Personal(
            Type.String({ minLength: 1, maxLength: 140, description: 'Name of the account holder.' }),
          ),
          iban: Described(
            Code('^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$', 'an IBAN without spaces, like DE89370400440532013000'),
            'IBAN without spaces.',
          ),
          accountNumber: Described(
            Code('^[A-Za-z0-9]{1,34}$', '1 to 34 letters and digits'),
            'Account number, where the country has no IBAN.',
          ),
          clabeNumber: Described(Code('^[0-9]{18}$'), 'CLABE of 18 digits, for accounts in Mexico.'),
          swiftCode: Described(Code('^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$', 'a BIC, like DEUTDEFF'), 'BIC of the bank.'),
          routingNumber: Described(
            Code('^[0-9]{9}$'),
            'ABA routing number of the bank, for accounts in the United States.',
          ),
          sortCode: Described(Code('^[0-9]{6}$'), 'Sort code of the bank, for accounts in the United Kingdom.'),
          ifsc: Described(
            Code('^[A-Z]{4}0[A-Z0-9]{6}$', 'an IFSC, like HDFC0000001'),
            'IFSC of the bank branch, for accounts in India.',
          ),
          bankAccountType: Type.Optional(
            Enum(['CHECKING', 'SAVINGS'], { description: 'Kind of bank account, for accounts in the United States.' }),
          ),
        },
        { description: 'Account that gets the money; by default the one that the bank reported with the credit.' },
      ),
    ),
  },
  { $id: 'OperatorCreditReturnRequest', description: 'Return of the money to its payer.' },
);
