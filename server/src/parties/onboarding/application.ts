import type { Applicant } from '../../engine/providers/identity/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { openOwnerIdentifier, ownersOf } from '../customers/beneficial-owners.ts';
import { isContactVerified } from '../customers/contact-verification.ts';
import { type Customer, getActiveCustomer, openIdentifier } from '../customers/record.ts';
import type { Settings } from '../platforms/settings.ts';
import { documentsOf } from './documents.ts';
import { findOpenVerification, type Verification } from './record.ts';
import type { Application } from './requirements.ts';

/** Application of a customer, with its verification. */
export interface OpenApplication extends Application {
  /** Undefined until the first submission. */
  verification: Verification | undefined;
}

/** The customer is read first: later changes of owners and documents raise its version, which guards the write. */
export async function getApplication(db: Database, customer: Customer): Promise<OpenApplication> {
  const [owners, documents, verification] = await Promise.all([
    ownersOf(db, customer),
    documentsOf(db, customer),
    findOpenVerification(db, customer),
  ]);
  return { customer, owners, documents, verification };
}

export const isDecided = ({ verificationStatus }: Customer): boolean =>
  verificationStatus === 'APPROVED' || verificationStatus === 'REJECTED';

/** Returns a customer that can be verified: not decided yet, and with verified contacts if they are required. */
export async function getApplicant(db: Database, platformId: string, customerId: string): Promise<Customer> {
  const customer = await getActiveCustomer(db, platformId, customerId);
  if (isDecided(customer)) {
    const message = `customerId must be a customer who is not decided: this one is already ${customer.verificationStatus}.`;
    throw new InvalidFields([{ field: 'customerId', message }]);
  }
  if (isContactVerified(customer)) return customer;
  const waiting = Object.entries(customer.contactVerification).filter(([, state]) => state !== 'VERIFIED');
  const paths = waiting.map(([channel]) => `POST /customers/{customerId}/verify-${channel}`);
  throw new ApiError('CONFLICT', 'The contacts of the customer must be verified first.', {
    reason: 'CONTACT_NOT_VERIFIED',
    hint: `Use ${paths.join(' and ')}.`,
  });
}

/** Data about the applicant for the identity provider. */
export function applicantOf({ customerType, profile }: Customer, settings: Settings): Applicant {
  return {
    customerType,
    fullName: profile.fullName,
    registrationNumber: profile.businessInfo?.registrationNumber,
    isRegulatedPlatform: settings.isRegulatedFinancialInstitution,
  };
}

/** Hash of all data on which a reviewer bases a decision. Keyed, so that the stored hash reveals nothing. */
export const applicationFingerprint = async (vault: Vault, application: Application): Promise<string> =>
  vault.hash(await textOf(vault, application)).toString('hex');

/** True if the application has not changed since the fingerprint was taken. */
export const hasFingerprint = async (
  vault: Vault,
  application: Application,
  fingerprint: string | null,
): Promise<boolean> =>
  vault.verify(await textOf(vault, application), fingerprint === null ? undefined : Buffer.from(fingerprint, 'hex'));

async function textOf(vault: Vault, { customer, owners }: Application): Promise<string> {
  const identifiers = await Promise.all([
    openIdentifier(vault, customer),
    ...owners.map((owner) => openOwnerIdentifier(vault, owner)),
  ]);
  const people = owners.map(({ id, roles, ownershipPercentage, personalInfo }) => [
    id,
    roles,
    ownershipPercentage,
    personalInfo,
  ]);
  return JSON.stringify([customer.profile, people, identifiers]);
}
