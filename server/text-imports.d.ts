/** A file for browsers, built by scripts/lib/text-imports.mjs. */
declare module '*?text' {
  const text: string;
  export default text;
}
