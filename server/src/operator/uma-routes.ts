import { Type } from '@sinclair/typebox';
import { noContent, type Route, route } from '../http/route.ts';
import { IdOf } from '../http/schemas.ts';
import { giveUmaKeys, type UmaKeyNeeds } from './uma-keys.ts';

const MAX_PEM = 32_768;

const Pem = (description: string) => Type.String({ minLength: 1, maxLength: MAX_PEM, description });

const UmaKeys = Type.Object(
  {
    signingPrivateKeyPem: Pem('on secp256k1; never shown again'),
    signingCertChainPem: Pem('leaf first'),
    encryptionPrivateKeyPem: Pem('on secp256k1; never shown again'),
    encryptionCertChainPem: Pem('leaf first'),
  },
  { $id: 'OperatorUmaKeys' },
);

export const umaKeyRoutes = (needs: UmaKeyNeeds): Route[] => [
  route({
    method: 'PUT',
    path: '/operator/platforms/{platformId}/uma-keys',
    operationId: 'operatorGiveUmaKeys',
    tag: 'Operator',
    summary: 'Give a platform its UMA keys and certificates',
    description:
      'In place of those that were made when they were first needed. Other providers see them at ' +
      '/.well-known/lnurlpubkey within seconds, and may have kept the old ones for a day.',
    access: 'OPERATOR',
    params: Type.Object({ platformId: IdOf('Platform') }),
    body: UmaKeys,
    answers: { 204: null },
    errors: ['INVALID_INPUT', 'CERT_CHAIN_INVALID', 'CERT_CHAIN_EXPIRED', 'REFERENCE_NOT_FOUND'],
    handle: async ({ operator, params, body, now }) => {
      await giveUmaKeys(needs, { ...params, ...body }, { ...operator, now });
      return noContent;
    },
  }),
];
