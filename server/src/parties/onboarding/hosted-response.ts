import type { Static } from '@sinclair/typebox';
import { ApiError, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import type { BeneficialOwnerCreate, BeneficialOwnerUpdate } from '../customers/owner-schemas.ts';
import type { CustomerUpdate } from '../customers/schemas.ts';
import { rejectionErrors } from './hosted-page/answers.ts';
import type { Errors } from './hosted-page/controls.ts';
import type { FormField } from './hosted-page/fields.ts';
import type { Screen } from './hosted-page/layout.ts';
import type { Visit } from './hosted-page/visit.ts';
import type { LinkDeps, LinkSession } from './kyc-link.ts';
import type { DocumentInput } from './schemas.ts';

/** Result of a request: a screen, or a redirect. */
export type HostedResponse = { screen: Screen; isRejected?: boolean } | { to: string };

/** Validates a value against a schema of the API, whose type is `T`. */
export interface Shape<T> {
  (value: unknown): FieldError[];
  readonly type?: T;
}

export interface HostedDeps extends LinkDeps {
  /** Validation of the API requests that make the same changes. */
  shapes: {
    customer: Shape<Static<typeof CustomerUpdate>>;
    newOwner: Shape<Static<typeof BeneficialOwnerCreate>>;
    owner: Shape<Static<typeof BeneficialOwnerUpdate>>;
    document: Shape<DocumentInput>;
  };
}

/** A submitted form with its visit. */
export interface SubmittedForm {
  visit: Visit;
  session: LinkSession;
  sent: URLSearchParams;
  /** Reads the visit again, after a change. */
  reload: () => Promise<Visit>;
}

/** Saves the form. Returns the errors of the form, or of the rules of the API; undefined if it was saved. */
export async function trySaving(
  { texts }: Visit,
  { errors, fields }: { errors: Errors; fields: readonly FormField[] },
  save: () => Promise<void>,
): Promise<Errors | undefined> {
  if (Object.keys(errors).length > 0) return errors;
  try {
    await save();
    return undefined;
  } catch (error) {
    if (error instanceof InvalidFields) {
      return rejectionErrors(fields, error.details?.errors ?? [], texts.verification.rejected);
    }
    throw error;
  }
}

export function requireShape<T>(shape: Shape<T>, value: unknown): T {
  const problems = shape(value);
  if (problems.length > 0) throw new InvalidFields(problems);
  return value as T;
}

export const pageNotFound = (): ApiError => new ApiError('REFERENCE_NOT_FOUND', 'There is no such page.');
