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

function vaspOf(place: string, value: unknown): Vasp {
  const { vaspName, url } = membersOf(place, value, ['vaspName', 'url']);
  return {
    vaspName: text(`${place}.vaspName`, vaspName),
    ...(url !== undefined && { url: link(`${place}.url`, url) }),
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

function umaProviderOf(place: string, value: unknown): UmaProvider {
  const fields = membersOf(place, value, umaMembers);
  const { allowListStatus = true, logoUrl, lei } = fields;
  if (typeof allowListStatus !== 'boolean') throw new Error(`${place}.allowListStatus must be true or false`);
  return {
    name: text(`${place}.name`, fields.name),
    domain: text(`${place}.domain`, fields.domain).toLowerCase(),
    supportedRegions: codes(`${place}.supportedRegions`, fields.supportedRegions ?? [], countries),
    supportedCurrencies: codes(`${place}.supportedCurrencies`, fields.supportedCurrencies ?? [], currencies),
    ...(logoUrl !== undefined && { logoUrl: link(`${place}.logoUrl`, logoUrl) }),
    ...(lei !== undefined && { lei: text(`${place}.lei`, lei) }),
    allowListStatus,
  };
}

function membersOf<N extends string>(
  place: string,
  value: unknown,
  allowed: readonly N[],
): Partial<Record<N, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${place} must be an object`);
  const unknown = Object.keys(value).find((name) => !(allowed as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`${place} has an unknown field "${unknown}": use ${allowed.join(', ')}`);
  return value;
}

function listOf(place: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`${place} must be a list`);
}

function text(place: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new Error(`${place} must be a text that is not empty`);
}

function link(place: string, value: unknown): string {
  if (typeof value === 'string' && URL.canParse(value) && value.startsWith('https://')) return value;
  throw new Error(`${place} must be an https URL`);
}

function codes(place: string, value: unknown, all: { has(name: string): boolean }): string[] {
  return listOf(place, value).map((name) => {
    if (typeof name === 'string' && all.has(name)) return name;
    throw new Error(`${place} has an unknown code "${name}"`);
  });
}
