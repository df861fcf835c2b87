import type { Language } from '../kernel/languages.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { pt } from './pt.ts';

export const textsOf: Readonly<Record<Language, Texts>> = { en, es, de, fr, pt };
