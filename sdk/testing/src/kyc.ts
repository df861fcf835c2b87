import type { Client, CustomerId, CustomerOneOf, CustomerUpdateRequestOneOf } from '../../client/src/index.ts';

export type KycOutcome = 'APPROVED' | 'REJECTED' | 'PENDING';

/** Verification of customers without an operator. */
export interface PlatformKyc {
  /**
   * Completes the application of a customer and submits it with this outcome. A magic value selects the outcome, so the
   * end of `fullName`, or of the registration number of a business, may change. Resolves at once if the customer has the
   * status already.
   */
  complete(customerId: CustomerId, outcome: KycOutcome): Promise<void>;
}

/** Suffixes of fullName and businessInfo.registrationNumber that select the outcome of a submission. */
const endings: Record<CustomerOneOf['customerType'], Partial<Record<KycOutcome, string>>> = {
  INDIVIDUAL: { APPROVED: '230', REJECTED: '002', PENDING: '001' },
  BUSINESS: { APPROVED: '900', REJECTED: '002' },
};

/** Data of an applicant, for members that the customer lacks. */
const applicant = {
  birthDate: '1985-12-10',
  nationality: 'US',
  idType: 'SSN',
  identifier: '123-45-6789',
  address: { line1: '1 Main Street', city: 'Austin', state: 'TX', postalCode: '73301', country: 'US' },
};

const passport = {
  documentType: 'PASSPORT',
  country: 'US',
  documentNumber: 'P1234567',
  issuingAuthority: 'State',
} as const;

/** A PDF of one empty page, complete enough for the checks of production. */
function emptyPdf(): Blob {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const table = ['0000000000 65535 f \n', ...entries].join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new Blob([`${text}xref\n0 ${objects.length + 1}\n${table}${trailer}`]);
}

export const kycOf = ({ customers, documents, verifications }: Client): PlatformKyc => ({
  complete: async (customerId, outcome) => {
    const customer = await customers.get(customerId);
    const status = statusOf(customer);
    if (status === outcome && outcome !== 'PENDING') return;
    if (status === 'APPROVED' || status === 'REJECTED') throw new Error(decided(customer, outcome));
    await customers.update(customerId, changesOf(customer, outcome));
    if (customer.customerType === 'INDIVIDUAL') {
      await documents.upload({ ...passport, documentHolder: customerId, file: emptyPdf() });
    }
    const { verificationStatus, errors } = await verifications.create({ customerId });
    const reached = statusOf(await customers.get(customerId));
    if (reached === outcome) return;
    throw new Error(
      `${customerId} is ${reached} and its verification ${verificationStatus}: ${JSON.stringify(errors)}`,
    );
  },
});

const statusOf = (customer: CustomerOneOf): string | undefined =>
  customer.customerType === 'INDIVIDUAL' ? customer.kycStatus : customer.kybStatus;

const decided = (customer: CustomerOneOf, outcome: KycOutcome): string =>
  `${customer.id} is ${statusOf(customer)} already and cannot become ${outcome}. ` +
  "Create it with magic.fullName({ submission: 'APPROVED' }), which leaves it UNVERIFIED until it is submitted.";

function changesOf(customer: CustomerOneOf, outcome: KycOutcome): CustomerUpdateRequestOneOf {
  const { customerType } = customer;
  const ending = endings[customerType][outcome];
  if (!ending) throw new Error(`A business cannot become ${outcome} by a magic value alone: submit its documents.`);
  if (customerType === 'BUSINESS') {
    const registrationNumber = endingWith(customer.businessInfo?.registrationNumber ?? 'R', '-', ending);
    return { customerType, businessInfo: { registrationNumber } };
  }
  const missing = Object.entries(applicant).filter(([name]) => customer[name as keyof typeof customer] === undefined);
  const fullName = endingWith(customer.fullName ?? 'Ada Lovelace', ' ', ending);
  return { customerType, ...Object.fromEntries(missing), fullName };
}

/** Replaces three digits at the end, or appends them. */
const endingWith = (text: string, separator: string, ending: string): string =>
  /\d{3}$/.test(text) ? `${text.slice(0, -3)}${ending}` : `${text}${separator}${ending}`;
