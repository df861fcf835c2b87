import type { ReactNode } from 'react';
import type { OperatorReview } from '../../api/client.ts';
import { Details } from '../../parts/details.tsx';
import { Id } from '../../parts/id.tsx';
import { Card, Section } from '../../parts/page.tsx';
import { Status, wordsOf } from '../../parts/status.tsx';
import css from './operations.module.css';

/** Data of the applicant. Identifiers are shown unmasked. */
export const ReviewFacts = ({ review }: { review: OperatorReview }) => (
  <>
    <Section title={review.customer.customerType === 'BUSINESS' ? 'Business' : 'Person'}>
      <Card>
        <Details entries={customerEntries(review)} />
      </Card>
    </Section>
    {review.beneficialOwners.map(({ id, roles, ownershipPercentage, personalInfo, identifier }) => (
      <Section key={id} title={ownerTitle(personalInfo)}>
        <Card>
          <Details
            entries={[
              ['Roles', roles.map(wordsOf).join(', ')],
              ['Share', `${ownershipPercentage} %`],
              ...factsOf(personalInfo),
              [
                'Tax number',
                <span key="id" className={css.mono}>
                  {identifier}
                </span>,
              ],
            ]}
          />
        </Card>
      </Section>
    ))}
    {review.verification.errors.length > 0 && (
      <Section title="Problems of an earlier review">
        <Card>
          <ul className={css.texts}>
            {review.verification.errors.map(({ type, reason, resourceId }) => (
              <li key={`${type} ${resourceId}`}>
                <Status status={type} tone="warn" /> {reason}
              </li>
            ))}
          </ul>
        </Card>
      </Section>
    )}
  </>
);

type Entry = [name: string, value: ReactNode];

/** Members of a customer that are irrelevant for the identity. */
const OTHER_MEMBERS = [
  'customerType',
  'id',
  'platformCustomerId',
  'umaAddress',
  'createdAt',
  'updatedAt',
  'isDeleted',
  'endUserTermsConsent',
  'currencies',
  'contactVerification',
  'kycStatus',
  'kybStatus',
  'businessInfo',
  'beneficialOwners',
  'identifier',
];

function customerEntries({ customer, identifier }: OperatorReview): Entry[] {
  const business = customer.customerType === 'BUSINESS' ? factsOf(customer.businessInfo ?? {}) : [];
  return [
    ...business,
    ...factsOf(customer, OTHER_MEMBERS),
    ['Tax number', identifier && <span className={css.mono}>{identifier}</span>],
    ['Own id', customer.platformCustomerId],
    ['Customer', <Id key="id" id={customer.id} />],
  ];
}

const ownerTitle = (personalInfo: object): string => {
  const { firstName, lastName } = personalInfo as { firstName?: string; lastName?: string };
  return [firstName, lastName].filter(Boolean).join(' ') || 'Beneficial owner';
};

/** Order of the members, as on identity documents; others follow. */
const ORDER = [
  ...['legalName', 'doingBusinessAs', 'fullName', 'firstName', 'middleName', 'lastName', 'birthDate', 'nationality'],
  ...[
    'line1',
    'line2',
    'postalCode',
    'city',
    'state',
    'country',
    'address',
    'email',
    'phoneNumber',
    'region',
    'idType',
  ],
];
const placeOf = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
const inOrder = (facts: object): [string, unknown][] =>
  Object.entries(facts).sort(([a], [b]) => placeOf(a) - placeOf(b));

/** Members as rows: the name in words, and a text, number, list or address. */
const factsOf = (facts: object, except: readonly string[] = ['identifier']): Entry[] =>
  inOrder(facts)
    .filter(([name]) => !except.includes(name))
    .map(([name, value]) => [wordsOf(name.replaceAll(/([A-Z])/g, '_$1')), textOf(value)]);

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  if (typeof value === 'object') {
    const texts = inOrder(value).map(([, part]) => textOf(part));
    return texts.filter(Boolean).join(', ');
  }
  return String(value);
}
