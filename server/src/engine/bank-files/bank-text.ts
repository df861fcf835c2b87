/** Characters outside the set that every bank accepts (EPC 217-08, and the SWIFT X set without braces). */
const FOREIGN = /[^A-Za-z0-9/\-?:().,'+ ]/gu;

const replacements: Readonly<Record<string, string>> = {
  ...pairs('ÆæŒœØøŁłĐđÐðÞþßıŊŋħ', 'AE ae OE oe O o L l D d D d Th th ss i N n h'),
  ...pairs('&_"`´‘’“”„;[]{}<>|\\–—*#@%€£$', "+ - ' ' ' ' ' ' ' ' , ( ) ( ) ( ) / / - - . . (at) . EUR GBP USD"),
  ...pairs('αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'),
  ...pairs('ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ', 'A V G D E Z I Th I K L M N X O P R S T Y F Ch Ps O'),
  ...pairs(
    'абвгдежзийклмнопрстуфхцчшщъыьэюя',
    'a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch . y . e yu ya',
  ),
  ...pairs(
    'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
    'A B V G D E Zh Z I Y K L M N O P R S T U F Kh Ts Ch Sh Shch . Y . E Yu Ya',
  ),
  ...pairs('іІєЄґҐђЂјЈљЉњЊћЋџЏ', 'i I ye Ye g G dj Dj j J lj Lj nj Nj c C dz Dz'),
  ъ: '',
  Ъ: '',
  ь: '',
  Ь: '',
};

/** Transliterates and truncates a text for a bank file. Returns an empty string when no letter or digit is left. */
export function toBankText(text: string | undefined, maxLength: number): string {
  const letters = (text ?? '').replaceAll(/\s+/gu, ' ').normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const latin = letters.replaceAll(FOREIGN, (character) => replacements[character] ?? '.');
  // SWIFT reserves double slashes, and slashes at the start and the end of a text.
  const singleSlashes = latin.replaceAll(/\/{2,}/g, '/').replaceAll(/\s+/g, ' ');
  const cut = singleSlashes.slice(0, maxLength).replaceAll(/^[/ ]+|[/ ]+$/g, '');
  return /[A-Za-z0-9]/.test(cut) ? cut : '';
}

function pairs(characters: string, written: string): Record<string, string> {
  const values = written.split(' ');
  return Object.fromEntries([...characters].map((character, i) => [character, values[i] ?? '.']));
}
