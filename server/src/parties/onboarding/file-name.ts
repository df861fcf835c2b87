import { type FileType, fileTypes } from './inspection.ts';

const MAX_LENGTH = 200;
/** Control characters, and format characters such as changes of the text direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
const RESERVED = /["*:<>?|]/g;

/** Makes an uploaded file name safe to show and store: no path, no invisible characters, limited length. */
export function fileName(given: string, type: FileType): string {
  const last = given.split(/[\\/]/).at(-1) ?? '';
  const name = last.replaceAll(UNSEEN, '').replaceAll(RESERVED, '_').trim().replace(/^\.+/, '');
  return shortened(name) || `document.${fileTypes[type]}`;
}

/** Shortens the name but keeps the extension. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_LENGTH) return name;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, MAX_LENGTH - extension.length).join('') + extension;
}
