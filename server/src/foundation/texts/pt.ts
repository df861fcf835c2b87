import type { Texts } from './en.ts';
import { business } from './pt/business.ts';
import { card } from './pt/card.ts';
import { common } from './pt/common.ts';
import { documents } from './pt/documents.ts';
import { invitation } from './pt/invitation.ts';
import { people } from './pt/people.ts';
import { questions } from './pt/questions.ts';
import { terms } from './pt/terms.ts';
import { verification } from './pt/verification.ts';

export const pt: Texts = { business, card, common, documents, invitation, people, questions, terms, verification };
