export const nameCheckStatuses = [
  'MATCHED',
  'PARTIAL_MATCH',
  'NOT_MATCHED',
  'UNSUPPORTED',
  'CHECKED_BY_RECEIVING_FI',
  'PENDING',
] as const;
export type NameCheckStatus = (typeof nameCheckStatuses)[number];

export interface NameCheckQuestion {
  accountType: string;
  /** The account number, IBAN, phone number or address. */
  identifier: string;
  /** Who is said to own the account, where somebody is named. */
  beneficiaryName: string | undefined;
}

/** `INVALID_ACCOUNT`: the network that was asked knows no such account. */
export type NameCheckAnswer = { status: NameCheckStatus; fullName?: string } | { status: 'INVALID_ACCOUNT' };

/** Asks the bank or network of an account whether it belongs to the one who is named. */
export interface NameCheck {
  check(question: NameCheckQuestion): Promise<NameCheckAnswer>;
}
