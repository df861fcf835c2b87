import { Plus } from 'lucide-react';
import type { OperatorReview, OperatorReviewFinding } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { type Option, Select, TextField } from '../../parts/fields.tsx';
import { wordsOf } from '../../parts/status.tsx';
import { nameOf } from '../customers/customer-name.ts';
import css from './review.module.css';

type ProblemType = OperatorReviewFinding['type'];

/** Kinds of problems, and whether each is about a document or about a document that is missing. */
const types: Readonly<Record<ProblemType, 'document' | 'missing'>> = {
  POOR_QUALITY_DOCUMENT: 'document',
  UNREADABLE_DOCUMENT: 'document',
  INCOMPLETE_DOCUMENT: 'document',
  EXPIRED_DOCUMENT: 'document',
  WRONG_DOCUMENT_TYPE: 'document',
  INVALID_DOCUMENT: 'document',
  SUSPECTED_FRAUD_DOCUMENT: 'document',
  DOCUMENT_VERIFICATION_FAILED: 'document',
  MISSING_IDENTITY_DOCUMENT: 'missing',
  MISSING_PROOF_OF_ADDRESS_DOCUMENT: 'missing',
  MISSING_LEGAL_PRESENCE_DOCUMENT: 'missing',
  MISSING_CONTROL_STRUCTURE_DOCUMENT: 'missing',
  MISSING_OWNERSHIP_STRUCTURE_DOCUMENT: 'missing',
  MISSING_GOOD_STANDING_DOCUMENT: 'missing',
};

export interface Problem {
  key: number;
  type: ProblemType;
  resourceId: string;
  reason: string;
}

let lastKey = 0;

export function newProblem(review: OperatorReview): Problem {
  lastKey += 1;
  const type = review.documents.length > 0 ? 'POOR_QUALITY_DOCUMENT' : 'MISSING_IDENTITY_DOCUMENT';
  return { key: lastKey, type, resourceId: resourcesFor(review, type)[0]?.value ?? '', reason: '' };
}

export const isComplete = ({ resourceId, reason }: Problem): boolean => resourceId !== '' && reason.trim() !== '';

export const toFindings = (problems: readonly Problem[]): OperatorReviewFinding[] =>
  problems.map(
    ({ type, resourceId, reason }) => ({ type, resourceId, reason: reason.trim() }) as OperatorReviewFinding,
  );

function resourcesFor({ customer, beneficialOwners, documents }: OperatorReview, type: ProblemType): Option[] {
  if (types[type] === 'document') {
    return documents
      .filter(({ state }) => state === 'SUBMITTED')
      .map(({ id, documentType }) => ({ value: id, label: `${wordsOf(documentType)} …${id.slice(-4)}` }));
  }
  return [
    { value: customer.id, label: nameOf(customer) },
    ...beneficialOwners.map(({ id, personalInfo }) => ({ value: id, label: ownerName(personalInfo) })),
  ];
}

function ownerName(personalInfo: object): string {
  const { firstName, lastName } = personalInfo as { firstName?: string; lastName?: string };
  return [firstName, lastName].filter(Boolean).join(' ') || 'Owner';
}

interface ProblemsProps {
  review: OperatorReview;
  problems: readonly Problem[];
  onChange: (problems: Problem[]) => void;
}

/** Problems that the platform must resolve. */
export function Problems({ review, problems, onChange }: ProblemsProps) {
  const change = (changed: Problem): void =>
    onChange(problems.map((problem) => (problem.key === changed.key ? changed : problem)));
  return (
    <>
      {problems.map((problem) => {
        const resources = resourcesFor(review, problem.type);
        return (
          <div key={problem.key} className={css.problem}>
            <Select
              label="Problem"
              value={problem.type}
              onChange={(value) => {
                const type = value as ProblemType;
                change({ ...problem, type, resourceId: resourcesFor(review, type)[0]?.value ?? '' });
              }}
              options={Object.keys(types).map((type) => ({ value: type, label: wordsOf(type) }))}
            />
            <Select
              label={types[problem.type] === 'document' ? 'Document' : 'Of whom'}
              value={problem.resourceId}
              onChange={(resourceId) => change({ ...problem, resourceId })}
              options={resources}
            />
            <TextField
              label="Explanation for the platform"
              value={problem.reason}
              onChange={(reason) => change({ ...problem, reason })}
              isRequired
            />
            {problems.length > 1 && (
              <Button look="quiet" onClick={() => onChange(problems.filter(({ key }) => key !== problem.key))}>
                Remove
              </Button>
            )}
          </div>
        );
      })}
      <Button look="quiet" onClick={() => onChange([...problems, newProblem(review)])}>
        <Plus size={14} aria-hidden="true" />
        Add another problem
      </Button>
    </>
  );
}
