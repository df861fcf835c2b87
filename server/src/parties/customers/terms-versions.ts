import { ApiError } from '../../foundation/kernel/errors.ts';

/** All versions of the terms; the last one is current. */
const versions = ['V1'] as const;
export const CURRENT_TERMS = versions[versions.length - 1] as string;

export function requireKnownTerms(version: string): void {
  if ((versions as readonly string[]).includes(version)) return;
  throw new ApiError('END_USER_TERMS_VERSION_NOT_FOUND', `There are no end-user terms ${version}.`, {
    hint: `GET /customers/end-user-terms returns the current version: ${CURRENT_TERMS}.`,
  });
}
