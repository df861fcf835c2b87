import type { Texts } from './en.ts';
import { business } from './fr/business.ts';
import { card } from './fr/card.ts';
import { common } from './fr/common.ts';
import { documents } from './fr/documents.ts';
import { invitation } from './fr/invitation.ts';
import { people } from './fr/people.ts';
import { questions } from './fr/questions.ts';
import { terms } from './fr/terms.ts';
import { verification } from './fr/verification.ts';

export const fr: Texts = { business, card, common, documents, invitation, people, questions, terms, verification };
