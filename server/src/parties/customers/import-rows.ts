import { unstorable } from '../../foundation/db/storable-text.ts';
import type { FieldError } from '../../foundation/kernel/errors.ts';

/** One line of the file, by column name. */
export type CsvRow = Readonly<Record<string, string>>;

const EVERYONE = ['umaAddress', 'platformCustomerId', 'customerType'];
const POSTAL = ['addressLine1', 'city', 'state', 'postalCode', 'country'];

/** Required columns by customer type. */
const required: Readonly<Record<string, readonly string[]>> = {
  INDIVIDUAL: [...EVERYONE, 'fullName', 'birthDate', ...POSTAL],
  BUSINESS: [...EVERYONE, 'businessLegalName', ...POSTAL],
};

const optional = [
  'addressLine2',
  'platformAccountId',
  'description',
  'email',
  'businessRegistrationNumber',
  'businessTaxId',
];

const known = new Set([...Object.values(required).flat(), ...optional]);

/** Problems of the header, which fail the whole file. */
export function headerProblems(header: readonly string[]): string[] {
  const twice = header.filter((name, i) => header.indexOf(name) < i);
  const unknown = header.filter((name) => !known.has(name));
  const missing = EVERYONE.filter((name) => !header.includes(name));
  return [
    ...missing.map((name) => `column ${name} is missing`),
    ...unknown.map((name) => `column ${name} is unknown`),
    ...twice.map((name) => `column ${name} appears twice`),
  ];
}

/** Problems of a row: values that cannot be stored, and empty required columns. */
export function rowProblems(row: CsvRow): FieldError[] {
  const problems = unstorable(row);
  return problems.length > 0 ? problems : columnProblems(row);
}

function columnProblems(row: CsvRow): FieldError[] {
  const type = row.customerType ?? '';
  const columns = Object.hasOwn(required, type) ? required[type] : undefined;
  if (!columns) {
    const choices = Object.keys(required);
    return [
      {
        field: 'customerType',
        message: `customerType must be one of ${choices.join(', ')}.`,
        constraint: { enum: choices },
      },
    ];
  }
  return columns.filter((name) => !row[name]).map((name) => ({ field: name, message: `${name} is required.` }));
}

/** Converts a row to the equivalent request of POST /customers. Its shape is not checked yet. */
export function toInput(row: CsvRow): object {
  const common = {
    platformCustomerId: row.platformCustomerId,
    umaAddress: row.umaAddress,
    ...(row.email && { email: row.email }),
    address: {
      line1: row.addressLine1,
      ...(row.addressLine2 && { line2: row.addressLine2 }),
      city: row.city,
      state: row.state,
      postalCode: row.postalCode,
      country: row.country,
    },
  };
  if (row.customerType === 'INDIVIDUAL') {
    return { customerType: 'INDIVIDUAL', ...common, fullName: row.fullName, birthDate: row.birthDate };
  }
  const businessInfo = {
    legalName: row.businessLegalName,
    country: row.country,
    ...(row.businessRegistrationNumber && { registrationNumber: row.businessRegistrationNumber }),
    ...(row.businessTaxId && { taxId: row.businessTaxId }),
  };
  return { customerType: 'BUSINESS', ...common, businessInfo };
}
