import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { Failure } from './say.mjs';

/** File in the directory of the build with the licences of the packages that the build contains. */
export const LICENCES_FILE = 'THIRD-PARTY-LICENCES.txt';
/** Ids of these packages, for the bill of materials of a release. */
export const PACKAGES_FILE = '.packages.json';
/** Bill of materials of a release, in the format of CycloneDX. */
export const BILL_FILE = 'sbom.cdx.json';

/** @typedef {{ name: string, version: string, licence: string, text: string }} Package */

const LICENCE_NAMES = /^(licen[cs]e|copying|notice)(\.|-|$)/i;

/**
 * Packages that a bundle contains, by the paths of its sources.
 * @param {Iterable<string>} inputs
 * @returns {Package[]}
 */
export function packagesIn(inputs) {
  const directories = new Set();
  for (const path of inputs) {
    const [directory] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
    if (directory) directories.add(directory);
  }
  return [...directories].map(packageAt).sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}

/** @param {Pick<Package, 'name' | 'version'>} each */
export const idOf = ({ name, version }) => `${name}@${version}`;

/**
 * @param {string} path
 * @returns {Package}
 */
function packageAt(path) {
  const directory = join(root, path);
  const { name, version, license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const files = readdirSync(directory).filter((file) => LICENCE_NAMES.test(file));
  if (!license) throw new Failure(`${name} names no licence`);
  const text = files.map((file) => readFileSync(join(directory, file), 'utf8').trim()).join('\n\n');
  return { name, version, licence: license, text };
}

/**
 * Packages with the same text share it.
 * @param {readonly Package[]} packages
 */
export function licencesText(packages) {
  /** @type {Map<string, Package[]>} */
  const byText = new Map();
  for (const each of packages) byText.set(each.text, [...(byText.get(each.text) ?? []), each]);
  const sections = [...byText].map(([text, those]) => {
    const names = those.map((each) => `${idOf(each)} (${each.licence})`).join('\n');
    return `${names}\n\n${text || 'The package contains the name of its licence alone.'}`;
  });
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `Causeway contains these packages under their own licences.${line}${sections.join(line)}\n`;
}

/**
 * npm's bill of materials of the workspaces, reduced to the packages that a build contains or installs.
 * @param {string} bill in the format of CycloneDX
 * @param {{ name: string, version: string, description: string, license: string, optionalDependencies: Record<string, string> }} manifest
 * @param {readonly string[]} contained ids of the packages in the build
 */
export function billOf(bill, { name, version, description, license, optionalDependencies }, contained) {
  const bundled = new Set(contained);
  const installed = new Set(Object.entries(optionalDependencies).map(([other, pinned]) => `${other}@${pinned}`));
  const { metadata, components, dependencies, ...head } = JSON.parse(bill);
  const purl = `pkg:npm/${name}@${version}`;
  const own = `${name}@${version}`;
  /** @type {(Package & { 'bom-ref': string, properties?: object })[]} */
  const kept = components.filter((/** @type {Package} */ each) => bundled.has(idOf(each)) || installed.has(idOf(each)));
  const references = new Set(kept.map((each) => each['bom-ref']));
  const edges = dependencies.filter((/** @type {{ ref: string }} */ { ref }) => references.has(ref));
  return {
    ...head,
    metadata: {
      ...metadata,
      component: {
        'bom-ref': own,
        ...{ type: 'application', name, version, description, purl },
        licenses: [{ license: { id: license } }],
      },
    },
    // A bundled package is required, although it is optional or for development in the workspaces.
    components: kept.map(({ properties: _, ...each }) =>
      bundled.has(idOf(each)) ? { ...each, scope: 'required' } : each,
    ),
    dependencies: [
      { ref: own, dependsOn: [...references] },
      ...edges.map((/** @type {{ ref: string, dependsOn: string[] }} */ { ref, dependsOn }) => ({
        ref,
        dependsOn: dependsOn.filter((each) => references.has(each)),
      })),
    ],
  };
}
