import { createHash } from 'node:crypto';
import type { RailPayment } from '../providers/rails/port.ts';

/** A payment to an external bank account, the only kind that files contain. */
export interface FilePayment extends Omit<RailPayment, 'counterparty'> {
  endToEndId: string;
  account: AccountDetails;
  beneficiary: FileBeneficiary;
}

export type AccountDetails = Readonly<Record<string, string | undefined>>;

export interface FileBeneficiary {
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

/** Returns undefined for a counterparty without a bank account. */
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

/** End-to-end reference, which banks repeat in reports: the UUID of the transaction, or a hash for its other legs. */
export function endToEndId({ platformId, id }: Pick<RailPayment, 'platformId' | 'id'>): string {
  const uuid = id.replace(/^\w+:/, '').replaceAll('-', '');
  if (/^[0-9a-f]{32}$/.test(uuid)) return uuid;
  return createHash('sha256').update(`${platformId} ${id}`).digest('hex').slice(0, 32);
}
