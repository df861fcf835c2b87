import { business } from './de/business.ts';
import { card } from './de/card.ts';
import { common } from './de/common.ts';
import { documents } from './de/documents.ts';
import { invitation } from './de/invitation.ts';
import { people } from './de/people.ts';
import { questions } from './de/questions.ts';
import { terms } from './de/terms.ts';
import { verification } from './de/verification.ts';
import type { Texts } from './en.ts';

export const de: Texts = { business, card, common, documents, invitation, people, questions, terms, verification };
