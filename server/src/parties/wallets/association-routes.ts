import type { FastifyInstance } from 'fastify';

/** Apps that may use the passkeys of this service's domain. */
interface AssociatedApps {
  /** `<team id>.<bundle id>` */
  apple: readonly string[];
  /** SHA-256 fingerprints of the signing certificates, by package name. */
  android: Readonly<Record<string, readonly string[]>>;
}

/** Serves the files that iOS and Android read from a domain before an app may use its passkeys. */
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
