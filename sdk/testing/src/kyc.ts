import type { Http } from './http.ts';

export type KycOutcome = 'APPROVED' | 'REJECTED' | 'PENDING';

interface Customer {
  id: string;
  customerType: 'INDIVIDUAL' | 'BUSINESS';
  fullName?: string;
  kycStatus?: string;
  kybStatus?: string;
  businessInfo?: { registrationNumber?: string };
  [name: string]: unknown;
}

interface Verification {
  verificationStatus: string;
  errors: unknown[];
}

/** Verification of customers without an operator. */
export interface SandboxKyc {
  /**
   * Completes the application of a customer and submits it with this outcome. A magic value selects the outcome, so the
   * end of `fullName`, or of the registration number of a business, may change. Resolves at once if the customer has the
   * status already.
   */
  complete(customerId: string, outcome: KycOutcome): Promise<void>;
}

/** Ends of fullName and businessInfo.registrationNumber that select the outcome of a submission. */
const endings: Record<Customer['customerType'], Partial<Record<KycOutcome, string>>> = {
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

const passport = { documentType: 'PASSPORT', country: 'US', documentNumber: 'P1234567', issuingAuthority: 'State' };

/** The smallest file that the sandbox accepts as a PDF. */
const PDF = '%PDF-1.4\n%%EOF\n';

export function kycOf(http: Http): SandboxKyc {
  const read = (id: string) => http.get<Customer>(`/customers/${id}`);
  return {
    complete: async (customerId, outcome) => {
      const customer = await read(customerId);
      const status = statusOf(customer);
      if (status === outcome && outcome !== 'PENDING') return;
      if (status === 'APPROVED' || status === 'REJECTED') throw new Error(decided(customer, outcome));
      await http.request('PATCH', `/customers/${customerId}`, { body: changesOf(customer, outcome) });
      if (customer.customerType === 'INDIVIDUAL') await http.post('/documents', passportOf(customerId));
      const { verificationStatus, errors } = await http.post<Verification>('/verifications', { customerId });
      const reached = statusOf(await read(customerId));
      if (reached === outcome) return;
      throw new Error(
        `${customerId} is ${reached} and its verification ${verificationStatus}: ${JSON.stringify(errors)}`,
      );
    },
  };
}

const statusOf = ({ kycStatus, kybStatus }: Customer): string => kycStatus ?? kybStatus ?? '';

const decided = (customer: Customer, outcome: KycOutcome): string =>
  `${customer.id} is ${statusOf(customer)} already and cannot become ${outcome}. ` +
  "Create it with magic.fullName({ submission: 'APPROVED' }), which leaves it UNVERIFIED until it is submitted.";

function changesOf({ customerType, ...customer }: Customer, outcome: KycOutcome): object {
  const ending = endings[customerType][outcome];
  if (!ending) throw new Error(`A business cannot become ${outcome} by a magic value alone: submit its documents.`);
  if (customerType === 'BUSINESS') {
    const registrationNumber = endingWith(customer.businessInfo?.registrationNumber ?? 'R', '-', ending);
    return { customerType, businessInfo: { ...customer.businessInfo, registrationNumber } };
  }
  const missing = Object.entries(applicant).filter(([name]) => customer[name] === undefined);
  return {
    customerType,
    ...Object.fromEntries(missing),
    fullName: endingWith(customer.fullName ?? 'Ada Lovelace', ' ', ending),
  };
}

/** Replaces three digits at the end, or appends them. */
const endingWith = (text: string, separator: string, ending: string): string =>
  /\d{3}$/.test(text) ? `${text.slice(0, -3)}${ending}` : `${text}${separator}${ending}`;

function passportOf(documentHolder: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...passport, documentHolder })) form.set(name, value);
  form.set('file', new Blob([PDF], { type: 'application/pdf' }), 'passport.pdf');
  return form;
}
