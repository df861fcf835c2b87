import { build } from './client.ts';
import { basicAuthorization, openConnection } from './connection.ts';
import type { OperatorClient } from './generated/client.ts';
import { operatorRoutes } from './generated/routes.ts';
import type { ConnectionOptions } from './options.ts';

export type { OperatorClient } from './generated/client.ts';

export interface OperatorOptions extends ConnectionOptions {
  /** Id and secret that `causeway operators create` returned. */
  operatorId: string;
  secret: string;
}

/** Client of the people who run the service. */
export function createOperatorClient({ operatorId, secret, ...options }: OperatorOptions): OperatorClient {
  return build(openConnection(options, '', basicAuthorization(operatorId, secret)), operatorRoutes);
}
