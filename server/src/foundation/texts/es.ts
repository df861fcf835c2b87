import type { Texts } from './en.ts';
import { business } from './es/business.ts';
import { card } from './es/card.ts';
import { common } from './es/common.ts';
import { documents } from './es/documents.ts';
import { invitation } from './es/invitation.ts';
import { people } from './es/people.ts';
import { questions } from './es/questions.ts';
import { terms } from './es/terms.ts';
import { verification } from './es/verification.ts';

export const es: Texts = { business, card, common, documents, invitation, people, questions, terms, verification };
