import type { OpenSession } from './access.ts';

/** JSON of a session for the page. */
export function sessionJson({ session, caller }: OpenSession) {
  const { id, kind, tokenId, expiresAt } = session;
  return {
    id,
    kind,
    platform: caller ? { id: caller.platform.id, name: caller.platform.name, mode: caller.platform.mode } : null,
    permissions: caller?.permissions ?? [],
    ...(tokenId !== null && { tokenId }),
    expiresAt,
  };
}
