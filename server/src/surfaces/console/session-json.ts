import { type OpenSession, PERSON_PERMISSIONS } from './access.ts';

/** JSON of a session for the page. */
export function sessionJson({ session, caller, person }: OpenSession) {
  const { id, kind, tokenId, expiresAt } = session;
  return {
    id,
    kind,
    platform: caller ? { id: caller.platform.id, name: caller.platform.name, mode: caller.platform.mode } : null,
    permissions: person ? PERSON_PERMISSIONS : (caller?.permissions ?? []),
    ...(tokenId !== null && { tokenId }),
    ...(person && { operator: person }),
    expiresAt,
  };
}
