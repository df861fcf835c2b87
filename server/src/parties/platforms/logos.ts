import { createHash } from 'node:crypto';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { FieldError } from '../../foundation/kernel/errors.ts';
import { type ImageSize, imageSize } from '../../foundation/kernel/image-size.ts';
import { PAGE_ASSETS_PATH } from '../../foundation/pages/assets.ts';

/** Formats of logos. Excludes SVG, which can contain scripts. */
const formats = {
  png: { type: 'image/png', isThis: (bytes: Buffer) => bytes.subarray(0, 8).equals(PNG) },
  jpg: { type: 'image/jpeg', isThis: (bytes: Buffer) => bytes.subarray(0, 3).equals(JPEG) },
  webp: {
    type: 'image/webp',
    isThis: (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
} as const;
type Format = keyof typeof formats;

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');

const MAX_BYTES = 64 * 1024;
/** Maximum width and height, because a small file may decode to a huge image. */
const MAX_PIXELS = 2_048;
/** Length of a data URL for the largest logo. */
export const MAX_LOGO_TEXT = 'data:image/webp;base64,'.length + Math.ceil(MAX_BYTES / 3) * 4;

/** Part of the settings; the image itself is in a separate table. */
export interface StoredLogo {
  /** SHA-256 of the image in hex. */
  hash: string;
  format: Format;
}

interface Logo extends StoredLogo {
  bytes: Buffer;
}

const DATA_URL = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

/** Image of a data URL; undefined unless its content has the signature of a supported format. */
export function parseLogo(dataUrl: string): Logo | undefined {
  const bytes = Buffer.from(DATA_URL.exec(dataUrl)?.[1] ?? '', 'base64');
  const format = (Object.keys(formats) as Format[]).find((each) => formats[each].isThis(bytes));
  if (!format || bytes.length > MAX_BYTES || !isSmall(imageSize(bytes))) return undefined;
  return { hash: createHash('sha256').update(bytes).digest('hex'), format, bytes };
}

const isSmall = (size: ImageSize | undefined): boolean =>
  size !== undefined && [size.width, size.height].every((side) => side >= 1 && side <= MAX_PIXELS);

export function logoProblems(logo: string | null | undefined): FieldError[] {
  if (logo === undefined || logo === null || parseLogo(logo)) return [];
  const field = 'hostedPages.logo';
  const message = `${field} must be a data URL in base64 (data:image/png;base64,...) of a PNG, JPEG or WebP image of at most 64 KB and ${MAX_PIXELS} x ${MAX_PIXELS} pixels.`;
  return [{ field, message }];
}

/** Path of a logo. It contains a hash of the image, so that browsers cache it forever. */
export const logoUrl = (platformId: string, { hash, format }: StoredLogo): string =>
  `${LOGOS_PATH}/${platformId.slice(platformId.indexOf(':') + 1)}/${hash}.${format}`;

export const LOGOS_PATH = `${PAGE_ASSETS_PATH}/logos`;

const UUID = /^[0-9a-f-]{36}$/;

/** The logo of a path made by `logoUrl`. */
export async function findLogo(
  db: Database,
  platform: string,
  file: string,
): Promise<{ type: string; bytes: Buffer } | undefined> {
  const [, hash, format] = /^([0-9a-f]{64})\.([a-z]+)$/.exec(file) ?? [];
  if (!hash || !format || !Object.hasOwn(formats, format) || !UUID.test(platform)) return undefined;
  const [row] = await db.read<{ content: Buffer }>(sql`
    SELECT content FROM platform_logos
    WHERE platform_id = ${`Platform:${platform}`} AND hash = ${Buffer.from(hash, 'hex')}`);
  return row && { type: formats[format as Format].type, bytes: row.content };
}

/** Replaces the logo of a platform; null removes it. */
export function logoEffects(platformId: string, logo: string | null | undefined): Effect[] {
  if (logo === undefined) return [];
  const parsed = logo === null ? undefined : parseLogo(logo);
  if (!parsed) return [{ kind: removeKind, rows: [{ platform_id: platformId }] }];
  const { hash, bytes } = parsed;
  const row = { platform_id: platformId, hash: `\\x${hash}`, content: `\\x${bytes.toString('hex')}` };
  return [{ kind: setKind, rows: [row] }];
}

const setKind: EffectKind = {
  name: 'platform_logo_set',
  statement: (rows) => sql`
    INSERT INTO platform_logos (platform_id, hash, content)
    SELECT platform_id, hash, content
    FROM ${rows} AS r(item int, platform_id text, hash bytea, content bytea) JOIN guarded USING (item)
    ON CONFLICT (platform_id) DO UPDATE SET hash = excluded.hash, content = excluded.content`,
};

const removeKind: EffectKind = {
  name: 'platform_logo_removed',
  statement: (rows) => sql`
    DELETE FROM platform_logos l USING ${rows} AS r(item int, platform_id text) JOIN guarded USING (item)
    WHERE l.platform_id = r.platform_id`,
};
