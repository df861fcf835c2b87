import type { Directory, UmaProvider, Vasp } from '../../engine/providers/directory/port.ts';
import { countries } from '../../foundation/kernel/countries.ts';
import { currencies } from '../rates/currencies.ts';

/** Reads the content of DIRECTORY_FILE. Throws an Error that names the invalid field. */
export function readDirectory(file: unknown): Directory {
  if (file === undefined) return { vasps: [], umaProviders: [] };
  const { vasps = [], umaProviders = [] } = membersOf('the file', file, ['vasps', 'umaProviders']);
  return {
    vasps: listOf('vasps', vasps).map((one, i) => vaspOf(`vasps.${i}`, one)),
    umaProviders: listOf('umaProviders', umaProviders).map((one, i) => umaProviderOf(`umaProviders.${i}`, one)),
  };
}

/** Merges directories. A later entry replaces an earlier one with the same name or domain. */
export const mergeDirectories = (...directories: readonly Directory[]): Directory => ({
  vasps: lastOfEach(
    directories.flatMap(({ vasps }) => vasps),
    ({ vaspName }) => vaspName,
  ),
  umaProviders: lastOfEach(
    directories.flatMap(({ umaProviders }) => umaProviders),
    ({ domain }) => domain,
  ),
});

const lastOfEach = <T>(entries: readonly T[], keyOf: (entry: T) => string): T[] => [
  ...new Map(entries.map((entry) => [keyOf(entry), entry])).values(),
];

function vaspOf(field: string, value: unknown): Vasp {
  const { vaspName, url } = membersOf(field, value, ['vaspName', 'url']);
  return {
    vaspName: text(`${field}.vaspName`, vaspName),
    ...(url !== undefined && { url: link(`${field}.url`, url) }),
  };
}

const umaMembers = [
  'name',
  'domain',
  'supportedRegions',
  'supportedCurrencies',
  'logoUrl',
  'lei',
  'allowListStatus',
] as const;

function umaProviderOf(field: string, value: unknown): UmaProvider {
  const fields = membersOf(field, value, umaMembers);
  const { allowListStatus = true, logoUrl, lei } = fields;
  if (typeof allowListStatus !== 'boolean') throw new Error(`${field}.allowListStatus must be true or false`);
  return {
    name: text(`${field}.name`, fields.name),
    domain: text(`${field}.domain`, fields.domain).toLowerCase(),
    supportedRegions: codes(`${field}.supportedRegions`, fields.supportedRegions ?? [], countries),
    supportedCurrencies: codes(`${field}.supportedCurrencies`, fields.supportedCurrencies ?? [], currencies),
    ...(logoUrl !== undefined && { logoUrl: link(`${field}.logoUrl`, logoUrl) }),
    ...(lei !== undefined && { lei: text(`${field}.lei`, lei) }),
    allowListStatus,
  };
}

function membersOf<N extends string>(
  field: string,
  value: unknown,
  allowed: readonly N[],
): Partial<Record<N, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${field} must be an object`);
  const unknown = Object.keys(value).find((name) => !(allowed as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`${field} has an unknown field "${unknown}": use ${allowed.join(', ')}`);
  return value;
}

function listOf(field: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`${field} must be a list`);
}

function text(field: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new Error(`${field} must be a text that is not empty`);
}

function link(field: string, value: unknown): string {
  if (typeof value === 'string' && URL.canParse(value) && value.startsWith('https://')) return value;
  throw new Error(`${field} must be an https URL`);
}

function codes(field: string, value: unknown, all: { has(name: string): boolean }): string[] {
  return listOf(field, value).map((name) => {
    if (typeof name === 'string' && all.has(name)) return name;
    throw new Error(`${field} has an unknown code "${name}"`);
  });
}
