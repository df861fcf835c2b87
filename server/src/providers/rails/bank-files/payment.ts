import { createHash } from 'node:crypto';
import type { RailPayment } from '../port.ts';

/** A payment to an account outside, as it waits and as it is written: the only kind that goes into files. */
export interface FilePayment extends Omit<RailPayment, 'counterparty'> {
  endToEndId: string;
  account: AccountDetails;
  beneficiary: Beneficiary;
}

export type AccountDetails = Readonly<Record<string, string | undefined>>;

export interface Beneficiary {
  name: string;
  isBusiness: boolean;
  country?: string | undefined;
  address?: Address | undefined;
}

interface Address {
  line1?: string;
  line2?: string;
  city?: string;
  state?: string;
  postalCode?: string;
  country?: string;
}

/** Undefined where the money does not go to an account at a bank. */
export function toFilePayment(payment: RailPayment): FilePayment | undefined {
  const { counterparty, ...rest } = payment;
  if (counterparty.type !== 'EXTERNAL') return undefined;
  const { beneficiary = {}, ...fields } = counterparty.accountInfo;
  const owner = beneficiary as Record<string, unknown>;
  const texts = Object.entries(fields).filter(([, value]) => typeof value === 'string');
  return {
    ...rest,
    endToEndId: endToEndId(payment),
    account: Object.fromEntries(texts) as AccountDetails,
    beneficiary: {
      name: String(owner['legalName'] ?? owner['fullName'] ?? ''),
      isBusiness: owner['beneficiaryType'] === 'BUSINESS',
      country: owner['countryOfResidence'] as string | undefined,
      address: owner['address'] as Address | undefined,
    },
  };
}

/** What the bank repeats in all it says of the payment: the uuid of its transaction, or a hash for another leg of it. */
export function endToEndId({ platformId, id }: Pick<RailPayment, 'platformId' | 'id'>): string {
  const uuid = id.replace(/^\w+:/, '').replaceAll('-', '');
  if (/^[0-9a-f]{32}$/.test(uuid)) return uuid;
  return createHash('sha256').update(`${platformId} ${id}`).digest('hex').slice(0, 32);
}
