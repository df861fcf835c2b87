import { Type } from '@sinclair/typebox';
import { Amount, Enum } from '../http/schemas.ts';
import { CardMerchant } from '../transactions/card-schemas.ts';
import { eventKinds } from './processor-messages.ts';
import { type AuthorizationKind, authorizations } from './transaction-authorization.ts';

const Name = Type.String({ minLength: 1, maxLength: 255 });

const members = {
  messageId: Name,
  processorRef: Name,
  transactionToken: Name,
  amount: Amount({ minimum: 0 }),
  currency: Type.String({ pattern: '^[A-Z]{3,10}$' }),
  merchant: CardMerchant,
};

const questionKinds = [...(Object.keys(authorizations) as AuthorizationKind[]), 'AUTHORIZATION_ADVICE'] as const;

/** An inquiry moves nothing. */
const inquiriesAreOfZero = {
  if: Type.Object({ kind: Type.Literal('BALANCE_INQUIRY') }),
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
  then: Type.Object({ amount: Type.Literal(0) }),
};

export const ProcessorQuestion = Type.Object({ ...members, kind: Enum(questionKinds) }, inquiriesAreOfZero);
export const ProcessorNews = Type.Object({ ...members, kind: Enum(eventKinds) });
