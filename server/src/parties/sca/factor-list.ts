import type { Database } from '../../foundation/db/database.ts';
import type { Customer } from '../customers/record.ts';
import { findPasskey, PASSKEY_NAME } from './passkeys.ts';
import { keyOf } from './sca-customer.ts';
import { hasTotp } from './totp.ts';

/** Lists the factors that a customer can use. Includes SMS_OTP, which requires no enrollment. */
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
