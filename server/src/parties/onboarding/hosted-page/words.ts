import type { Texts } from '../../../foundation/texts/en.ts';
import type { DocumentType, MissingDocument, Side, VerificationErrorType } from '../document-types.ts';

export const documentName = ({ documents }: Texts, type: DocumentType): string => documents.names[type];

export const sideName = ({ documents }: Texts, side: Side): string => documents.sides[side].name;

interface RequestText {
  title: string;
  hint: string;
}

/** Texts for a requested document. */
export const requestText = ({ documents }: Texts, type: MissingDocument): RequestText => documents.requests[type];

/** Text by type of problem, because the reason of the reviewer is always in English. */
export function problemWord({ documents }: Texts, type: VerificationErrorType): string {
  const problems: Partial<Record<VerificationErrorType, string>> = documents.problems;
  const requests: Partial<Record<VerificationErrorType, RequestText>> = documents.requests;
  const request = requests[type];
  return problems[type] ?? (request ? documents.missing(request.title) : documents.otherProblem);
}
