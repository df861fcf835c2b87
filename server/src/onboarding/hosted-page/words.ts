import type { DocumentType, MissingDocument, Side, VerificationErrorType } from '../fields.ts';
import { sentence } from './fields.ts';

const documentNames: Partial<Record<DocumentType, string>> = {
  DRIVERS_LICENSE: "Driver's license",
  NATIONAL_ID: 'National identity card',
  STATE_REGISTRY_EXCERPT: 'Excerpt from the state registry',
  STATE_COMPANY_REGISTRY: 'State company registry',
  RENT_OR_LEASE_AGREEMENT: 'Rent or lease agreement',
};

export const documentName = (type: DocumentType): string => documentNames[type] ?? sentence(type);

export const sideName = (side: Side): string => (side === 'FRONT' ? 'front' : 'back');

/** Texts of requested documents. */
export const requests: Record<MissingDocument, { title: string; hint: string }> = {
  MISSING_IDENTITY_DOCUMENT: {
    title: 'Identity document',
    hint: 'A passport, or both sides of a license or an identity card. It must not have expired.',
  },
  MISSING_LEGAL_PRESENCE_DOCUMENT: {
    title: 'Proof that the business exists',
    hint: 'For example the certificate of incorporation.',
  },
  MISSING_CONTROL_STRUCTURE_DOCUMENT: {
    title: 'Who runs the business',
    hint: 'For example the register of directors.',
  },
  MISSING_OWNERSHIP_STRUCTURE_DOCUMENT: {
    title: 'Who owns the business',
    hint: 'For example the shareholder register.',
  },
  MISSING_PROOF_OF_ADDRESS_DOCUMENT: {
    title: 'Proof of address',
    hint: 'At most three months old, for example a utility bill.',
  },
  MISSING_GOOD_STANDING_DOCUMENT: {
    title: 'Certificate of good standing',
    hint: 'From the company register.',
  },
};

const problemWords: Partial<Record<VerificationErrorType, string>> = {
  INVALID_DOCUMENT: 'We could not accept this document. Please send another one.',
  EXPIRED_DOCUMENT: 'This document is too old. Please send one that is still valid.',
  POOR_QUALITY_DOCUMENT: 'This picture is not clear enough. Please take it again in good light, without glare.',
  SUSPECTED_FRAUD_DOCUMENT: 'We could not accept this document. Please send the original.',
  WRONG_DOCUMENT_TYPE: 'This is not the kind of document you chose. Please send the right one.',
  INCOMPLETE_DOCUMENT: 'Part of this document is missing. Please send all of it.',
  UNREADABLE_DOCUMENT: 'We could not read this document. Please send it again.',
  DOCUMENT_VERIFICATION_FAILED: 'We could not check this document. Please send it again.',
  MISSING_BENEFICIAL_OWNER: 'Add everyone who owns 25 percent or more of the business.',
  MISSING_CONTROL_PERSON: 'Add at least one control person: someone who runs the business day to day.',
};

/** Text for a problem; default: the reason of the reviewer. */
export const problemWord = (type: VerificationErrorType, reason: string): string => problemWords[type] ?? reason;

export const dateText = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${iso}T00:00:00Z`));
