import tokens from '../../../../web/tokens.css?text';

/** Colours of a page derived from the accent colour of a platform, readable in light and dark mode. */
interface Palette {
  /** Text and lines in the accent colour. */
  accent: string;
  accentStrong: string;
  accentSoft: string;
  /** Background of buttons: the accent colour itself. */
  button: string;
  buttonStrong: string;
  onButton: string;
  /** Border of a button whose colour hardly differs from the page. */
  buttonEdge: string;
}

/** Minimum contrast of text (WCAG 2.2, 1.4.3), and of the borders of controls (1.4.11). */
const TEXT_CONTRAST = 4.5;
const EDGE_CONTRAST = 3;

type Rgb = readonly [red: number, green: number, blue: number];

const [lightTokens = '', darkTokens = ''] = tokens.split('@media');

/** Colours next to which the accent colour appears. */
const themes = {
  light: { ...colorsOf(lightTokens), toward: '#000000', soft: 0.1 },
  dark: { ...colorsOf(darkTokens), toward: '#ffffff', soft: 0.2 },
} as const;

function colorsOf(sheet: string) {
  const color = (name: string): string => {
    const [, value] = new RegExp(`--${name}: ?(#[0-9a-f]{6})`).exec(sheet) ?? [];
    if (!value) throw new Error(`web/tokens.css defines no colour --${name}`);
    return value;
  };
  return {
    backgrounds: [color('page'), color('surface')],
    page: color('raised'),
    texts: [color('ink'), color('muted')],
  };
}

/** `color` has the form `#rrggbb`. */
export function paletteOf(color: string, theme: keyof typeof themes): Palette {
  const { backgrounds, page, texts, toward, soft } = themes[theme];
  // Reduces the tint until text on it is readable.
  const accentSoft = firstOf(
    steps.map((step) => mixed(page, color, soft * (1 - step))),
    (tint) => texts.every((text) => contrast(text, tint) >= TEXT_CONTRAST),
  );
  const isReadable = (text: string): boolean =>
    [...backgrounds, accentSoft].every((background) => contrast(text, background) >= TEXT_CONTRAST);
  const accent = firstOf(
    steps.map((step) => mixed(color, toward, step)),
    isReadable,
  );
  const onButton = readableOn(color);
  return {
    accent,
    accentStrong: mixed(accent, toward, 0.25),
    accentSoft,
    button: color,
    // Mixed away from the label colour, so that the contrast grows.
    buttonStrong: mixed(color, onButton === WHITE ? BLACK : WHITE, 0.18),
    onButton,
    buttonEdge: contrast(color, page) >= EDGE_CONTRAST ? color : accent,
  };
}

/** Style sheet that replaces the accent colour of the pages. */
export function accentStyle(color: string): string {
  const [light, dark] = [variables(paletteOf(color, 'light')), variables(paletteOf(color, 'dark'))];
  return `:root { ${light} }\n@media (prefers-color-scheme: dark) { :root { ${dark} } }\n`;
}

const variables = (palette: Palette): string =>
  [
    ['accent', palette.accent],
    ['accent-strong', palette.accentStrong],
    ['accent-soft', palette.accentSoft],
    ['focus', palette.accent],
    ['button', palette.button],
    ['button-strong', palette.buttonStrong],
    ['on-button', palette.onButton],
    ['button-edge', palette.buttonEdge],
  ]
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');

const WHITE = '#ffffff';
const BLACK = '#000000';

/** At least one of black and white has a contrast of 4.58 or more. */
const readableOn = (color: string): string => (contrast(WHITE, color) >= TEXT_CONTRAST ? WHITE : BLACK);

const steps = Array.from({ length: 51 }, (_, i) => i / 50);

const firstOf = (colors: readonly string[], isFit: (color: string) => boolean): string =>
  colors.find(isFit) ?? (colors.at(-1) as string);

/** Mixes `share` of `second` into `first`. */
function mixed(first: string, second: string, share: number): string {
  const [a, b] = [rgb(first), rgb(second)];
  const parts = a.map((value, i) => Math.round(value * (1 - share) + (b[i] ?? 0) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const rgb = (color: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb;

/** Contrast ratio as defined by WCAG 2.2, from 1 to 21. */
export function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = rgb(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
