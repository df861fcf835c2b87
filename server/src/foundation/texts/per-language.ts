import type { Language } from '../kernel/languages.ts';
import type { Texts } from './en.ts';
import { textsOf } from './texts.ts';

/** Computes a value once per language, at its first use. */
export function perLanguage<V>(compute: (language: Language, texts: Texts) => V): (language: Language) => V {
  const cache = new Map<Language, { value: V }>();
  return (language) => {
    const cached = cache.get(language) ?? { value: compute(language, textsOf[language]) };
    cache.set(language, cached);
    return cached.value;
  };
}
