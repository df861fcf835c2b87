/** Languages of end-user pages. The first is used if a browser accepts none of them. */
export const languages = ['en', 'es', 'de', 'fr', 'pt'] as const;
export type Language = (typeof languages)[number];

const DEFAULT = languages[0];
/** Longer headers are truncated; browsers send less than a tenth of this. */
const MAX_LENGTH = 1_000;

/** The best language for an `Accept-Language` header (RFC 9110, section 12.5.4). `pt-BR` selects Portuguese. */
export function acceptedLanguage(header: string | undefined): Language {
  const ranges = (header ?? '').slice(0, MAX_LENGTH).split(',').map(parseRange);
  const qualities = languages.map((language) => ({ language, ...qualityOf(language, ranges) }));
  const [best] = qualities
    .filter(({ quality }) => quality > 0)
    // Equal quality: the order of the header decides, because users list languages by preference.
    .sort((a, b) => b.quality - a.quality || a.position - b.position);
  return best?.language ?? DEFAULT;
}

interface Range {
  language: string;
  quality: number;
}

const RANGE = /^([a-z]{1,8}|\*)(?:-[a-z0-9-]{1,60})?(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/** A malformed range gets quality 0. */
function parseRange(text: string): Range {
  const [, language = '', quality = '1'] = RANGE.exec(text.trim()) ?? [];
  return { language: language.toLowerCase(), quality: Number(quality) };
}

/** The best range that names the language decides; `*` applies only to languages that no range names. */
function qualityOf(language: Language, ranges: readonly Range[]): { quality: number; position: number } {
  const named = ranges.some((range) => range.language === language);
  const own = ranges.filter((range) => range.language === (named ? language : '*'));
  const quality = Math.max(0, ...own.map((range) => range.quality));
  const position = ranges.findIndex((range) => own.includes(range) && range.quality === quality);
  return { quality, position };
}

/** Locales for dates, numbers and names of countries. */
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es', de: 'de', fr: 'fr', pt: 'pt' };

/** `17 November 2026 at 21:30 UTC`. */
export const timeText = (language: Language, at: Date): string =>
  `${new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;

/** `17 November 2026` for `2026-11-17`. */
export const dateText = (language: Language, iso: string): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${iso}T00:00:00Z`),
  );

/** Names of the months, January first. */
export const monthNames = (language: Language): string[] =>
  Array.from({ length: 12 }, (_, i) =>
    new Intl.DateTimeFormat(locales[language], { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, i, 1)),
  );

/** Returns a function from country code to country name. */
export function countryNames(language: Language): (code: string) => string {
  const names = new Intl.DisplayNames([locales[language]], { type: 'region' });
  return (code) => names.of(code) ?? code;
}

/** Returns a comparison in the alphabetical order of the language. */
export const alphabetical = (language: Language): ((a: string, b: string) => number) =>
  new Intl.Collator(locales[language]).compare;

/** `1,250.00` for `1250.00`, with the separators of the language. */
export function decimalText(language: Language, decimal: string): string {
  const digits = decimal.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(locales[language], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: 'always',
  });
  return format.format(decimal as Intl.StringNumericLiteral);
}
