import { openOwnerIdentifier, ownersOf } from '../customers/beneficial-owners.ts';
import { isContactVerified } from '../customers/contact-verification.ts';
import { type Customer, findActiveCustomer, openIdentifier } from '../customers/record.ts';
import type { Database } from '../db/database.ts';
import type { Vault } from '../db/vault.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import type { Settings } from '../platforms/settings.ts';
import type { Applicant } from '../providers/identity/port.ts';
import { documentsOf } from './documents.ts';
import { findOpenVerification, type Verification } from './record.ts';
import type { Application } from './requirements.ts';

/** An application and how far it has come; undefined: it was never submitted. */
export interface OpenApplication extends Application {
  verification: Verification | undefined;
}

/** The customer comes first: whatever changes the rest changes its version, and the guard of the write tells. */
export async function readApplication(db: Database, customer: Customer): Promise<OpenApplication> {
  const [owners, documents, verification] = await Promise.all([
    ownersOf(db, customer),
    documentsOf(db, customer),
    findOpenVerification(db, customer),
  ]);
  return { customer, owners, documents, verification };
}

export const isDecided = ({ verificationStatus }: Customer): boolean =>
  verificationStatus === 'APPROVED' || verificationStatus === 'REJECTED';

/** A customer who may be verified: not decided yet, and reachable as far as that must be proven. */
export async function findApplicant(db: Database, platformId: string, customerId: string): Promise<Customer> {
  const customer = await findActiveCustomer(db, platformId, customerId);
  if (isDecided(customer)) {
    const message = `The customer is ${customer.verificationStatus} already.`;
    throw new InvalidFields([{ field: 'customerId', message }]);
  }
  if (isContactVerified(customer)) return customer;
  const waiting = Object.entries(customer.contactVerification).filter(([, state]) => state !== 'VERIFIED');
  const paths = waiting.map(([channel]) => `POST /customers/{customerId}/verify-${channel}`);
  throw new ApiError('CONFLICT', 'The contact of the customer must be verified first.', {
    reason: 'CONTACT_NOT_VERIFIED',
    hint: `Use ${paths.join(' and ')}.`,
  });
}

/** What the identity provider is told. */
export function applicantOf({ customerType, profile }: Customer, settings: Settings): Applicant {
  return {
    customerType,
    fullName: profile.fullName,
    registrationNumber: profile.businessInfo?.registrationNumber as string | undefined,
    isRegulatedPlatform: settings.isRegulatedFinancialInstitution,
  };
}

/** Changes with anything that a reviewer judges people by; says nothing of it to those who read the database. */
export async function fingerprintOf(vault: Vault, { customer, owners }: Application): Promise<string> {
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
  return vault.hash(JSON.stringify([customer.profile, people, identifiers])).toString('hex');
}
