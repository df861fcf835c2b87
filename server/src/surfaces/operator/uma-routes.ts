import { Type } from '@sinclair/typebox';
import { noContent, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import { Secret } from '../../engine/http/sensitivity.ts';
import { setUmaKeys, type UmaKeyDeps } from './uma-keys.ts';

const MAX_PEM = 32_768;

const Pem = (description: string) => Type.String({ minLength: 1, maxLength: MAX_PEM, description });

const UmaKeys = Type.Object(
  {
    signingPrivateKeyPem: Secret(Pem('Private key on secp256k1 that signs UMA messages; never returned.')),
    signingCertChainPem: Pem('Certificates of the signing key, leaf first.'),
    encryptionPrivateKeyPem: Secret(Pem('Private key on secp256k1 that decrypts payer data; never returned.')),
    encryptionCertChainPem: Pem('Certificates of the encryption key, leaf first.'),
  },
  { $id: 'OperatorUmaKeys', description: 'Keys with which a platform takes part in the UMA network.' },
);

export const umaKeyRoutes = (deps: UmaKeyDeps): Route[] => [
  route({
    method: 'PUT',
    path: '/operator/platforms/{platformId}/uma-keys',
    operationId: 'operatorGiveUmaKeys',
    tag: 'Operator',
    summary: 'Set the UMA keys and certificates of a platform',
    description:
      'Replaces the keys that were generated on first use. /.well-known/lnurlpubkey shows them within seconds; other ' +
      'providers may cache the old ones for a day.',
    access: 'OPERATOR',
    stepUp: true,
    params: Type.Object({ platformId: IdOf('Platform') }),
    body: UmaKeys,
    responses: { 204: null },
    errors: ['INVALID_INPUT', 'CERT_CHAIN_INVALID', 'CERT_CHAIN_EXPIRED', 'REFERENCE_NOT_FOUND'],
    handle: async ({ operator, params, body, now }) => {
      await setUmaKeys(deps, { ...params, ...body }, { ...operator, now });
      return noContent;
    },
  }),
];
