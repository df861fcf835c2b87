import type { Database } from '../../foundation/db/database.ts';
import type { Customer } from '../customers/record.ts';
import { findPasskey, PASSKEY_NAME } from './passkeys.ts';
import { keyOf } from './sca-customer.ts';
import { hasTotp } from './totp.ts';

/** The factors that a customer can use. SMS_OTP is always one of them: it needs no enrollment. */
export async function listFactors(db: Database, customer: Customer) {
  const key = keyOf(customer);
  const [hasApp, passkey] = await Promise.all([hasTotp(db, key), findPasskey(db, key)]);
  return {
    factors: [
      { factor: 'SMS_OTP', name: 'Text message' },
      ...(hasApp ? [{ factor: 'TOTP', name: 'Authenticator app' }] : []),
      ...(passkey ? [{ factor: 'PASSKEY', credentialId: passkey.credentialId, name: PASSKEY_NAME }] : []),
    ],
  };
}
