import { acceptedLanguage, type Language } from '../kernel/languages.ts';
import type { Brand, PageShell } from '../pages/shell.ts';
import type { Texts } from './en.ts';
import { textsOf } from './texts.ts';

/** Language of a page, its texts, and the platform that it is shown for. */
export interface PageContext {
  language: Language;
  texts: Texts;
  /** Absent on pages without a platform. */
  brand?: Brand;
}

/** Context of a page without a platform, in the language of the browser. */
export const browserContext = (acceptLanguage: string | undefined): PageContext =>
  contextIn(acceptedLanguage(acceptLanguage));

export const contextIn = (language: Language): PageContext => ({ language, texts: textsOf[language] });

/** Frame of a message page. Without a platform it shows the name of the page instead of the platform's name. */
export const messageShell = (
  { language, texts, brand }: PageContext,
  name: string,
): Pick<PageShell, 'language' | 'brand' | 'purpose'> =>
  brand ? { language, brand, purpose: name } : { language, brand: { name }, purpose: texts.common.hostedBy };
