import { type FileType, fileTypes } from './inspection.ts';

const MAX_LENGTH = 200;
/** Controls, and characters that turn the direction of what follows them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
const RESERVED = /["*:<>?|]/g;

/** The name a file came with, as something that is safe to show and to store under: no path, no tricks, not too long. */
export function fileName(given: string, type: FileType): string {
  const last = given.split(/[\\/]/).at(-1) ?? '';
  const name = last.replaceAll(UNSEEN, '').replaceAll(RESERVED, '_').trim().replace(/^\.+/, '');
  return shortened(name) || `document.${fileTypes[type]}`;
}

/** Keeps the extension. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_LENGTH) return name;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, MAX_LENGTH - extension.length).join('') + extension;
}
