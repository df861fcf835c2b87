import { business } from './en/business.ts';
import { card } from './en/card.ts';
import { common } from './en/common.ts';
import { documents } from './en/documents.ts';
import { invitation } from './en/invitation.ts';
import { people } from './en/people.ts';
import { questions } from './en/questions.ts';
import { terms } from './en/terms.ts';
import { verification } from './en/verification.ts';

/**
 * Defines the keys of all languages: a missing or extra key in another language is a compile error. To add a text, add
 * its key to `en/<area>.ts` and the same file of each other language, and read it from `texts` of the page.
 */
export const en = { business, card, common, documents, invitation, people, questions, terms, verification };

/** Texts of end-user pages. */
export type Texts = typeof en;
