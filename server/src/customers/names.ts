import type { Customer } from './record.ts';

/** As receivers and banks are told it. */
export const customerName = ({ profile }: Customer): string | undefined =>
  profile.fullName ?? (profile.businessInfo?.legalName as string | undefined);
