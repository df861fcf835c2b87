import { type TSchema, Type } from '@sinclair/typebox';
import type { Route } from '../http/route.ts';

const WalletOperationProcessing = Type.Object(
  { status: Type.Literal('PROCESSING'), message: Type.String() },
  { $id: 'WalletOperationProcessing', description: 'send the same request again, byte for byte, until it is done' },
);

/** Adds the PROCESSING answer to those of a wallet operation. */
export const orProcessing = (answers: Route['answers']): Route['answers'] => ({
  ...answers,
  200: answers[200] ? withProcessing(answers[200]) : WalletOperationProcessing,
});

const withProcessing = (answer: TSchema): TSchema =>
  Type.Union([answer, WalletOperationProcessing], { $id: `${answer.$id}OrProcessing` });
