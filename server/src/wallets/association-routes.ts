import type { FastifyInstance } from 'fastify';

/** The apps that may use the passkeys of this service's domain. */
export interface AssociatedApps {
  /** `<team id>.<bundle id>` of each. */
  apple: readonly string[];
  /** Each package, with the SHA-256 fingerprints of the certificates it is signed with. */
  android: Readonly<Record<string, readonly string[]>>;
}

/** What the platforms of phones ask a domain before they let an app use its passkeys; served where apps are configured. */
export function addAssociationFiles(app: FastifyInstance, { apple, android }: AssociatedApps): void {
  const files = {
    '/.well-known/apple-app-site-association': apple.length > 0 ? { webcredentials: { apps: apple } } : undefined,
    '/.well-known/assetlinks.json':
      Object.keys(android).length > 0 ? Object.entries(android).map(assetLink) : undefined,
  };
  for (const [path, content] of Object.entries(files)) {
    if (!content) continue;
    const text = JSON.stringify(content);
    app.get(path, async (_request, reply) => reply.type('application/json').send(text));
  }
}

const assetLink = ([packageName, fingerprints]: [string, readonly string[]]) => ({
  relation: ['delegate_permission/common.get_login_creds', 'delegate_permission/common.handle_all_urls'],
  target: { namespace: 'android_app', package_name: packageName, sha256_cert_fingerprints: fingerprints },
});
