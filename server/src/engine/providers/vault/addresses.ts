import { bech32m } from '@scure/base';

/** Address prefix and account number in the derivation path of a Spark network. */
export interface SparkNetwork {
  prefix: string;
  account: number;
}

/** Derivation path: purpose of Spark, account, identity key. */
export const sparkPath = ({ account }: SparkNetwork): string => `m/8797555'/${account}'/0'`;

/** Protocol buffer field 1 and its length: the owner's public key. */
const KEY_FIELD = [0x0a, 33];

export const sparkAddress = (publicKey: Uint8Array, { prefix }: SparkNetwork): string =>
  bech32m.encode(prefix, bech32m.toWords(Uint8Array.of(...KEY_FIELD, ...publicKey)), false);
