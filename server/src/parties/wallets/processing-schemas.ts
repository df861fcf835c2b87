import { type TSchema, Type } from '@sinclair/typebox';
import type { Route } from '../../engine/http/route.ts';

const WalletOperationProcessing = Type.Object(
  {
    status: Type.Literal('PROCESSING', { description: 'Marks the operation as not finished yet.' }),
    message: Type.String({ description: 'Instruction to repeat the request.' }),
  },
  {
    $id: 'WalletOperationProcessing',
    description: 'The operation continues: send the same request again, byte for byte, until it is done.',
    examples: [
      { status: 'PROCESSING', message: 'The wallet is processing this operation. Send the same request again.' },
    ],
  },
);

/** Adds the PROCESSING response to the responses of a wallet operation. */
export const orProcessing = (responses: Route['responses']): Route['responses'] => ({
  ...responses,
  200: responses[200] ? withProcessing(responses[200]) : WalletOperationProcessing,
});

const withProcessing = (response: TSchema): TSchema =>
  Type.Union([response, WalletOperationProcessing], { $id: `${response.$id}OrProcessing` });
