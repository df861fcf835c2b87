import type { TestApp } from './app.ts';
import { eventsOfResource } from './stored-events.ts';

export const individual = (more: object = {}) => ({ customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', ...more });

export const businessInfo = { legalName: 'Acme Inc', country: 'US', taxId: '12-3456789', incorporatedOn: '2010-05-01' };

export const business = (info: object = {}) => ({
  customerType: 'BUSINESS',
  businessInfo: { ...businessInfo, ...info },
});

/** An individual with every member that has an effect. */
export const fullIndividual = {
  customerType: 'INDIVIDUAL',
  platformCustomerId: 'user-1',
  region: 'US',
  currencies: ['USD'],
  email: 'ada@example.com',
  phoneNumber: '+14155550100',
  umaAddress: '$Ada@example.com',
  endUserTermsConsent: {
    acceptedAt: '2026-01-01T00:00:00.000Z',
    ipAddress: '203.0.113.7',
    termsVersion: 'V1',
    acceptanceMethod: 'CHECKBOX',
  },
  fullName: 'Ada Lovelace',
  birthDate: '1985-12-10',
  nationality: 'GB',
  address: { line1: '1 Main St', line2: 'Apt 2', city: 'Austin', state: 'TX', postalCode: '73301', country: 'US' },
  idType: 'SSN',
  identifier: '123-45-6789',
  countryOfIssuance: 'US',
  sourceOfFundsCategories: ['SALARY', 'OTHER'],
  sourceOfFundsOtherDescription: 'royalties',
  sourceOfWealthCategories: ['INVESTMENTS'],
  purposeOfAccount: 'P2P_TRANSFERS',
  expectedMonthlyTransactionCount: 'COUNT_10_TO_100',
  expectedMonthlyTransactionVolume: 'VOLUME_UNDER_10K',
  annualIncomeRange: 'RANGE_50K_100K',
  netWorthRange: 'UNDER_100K',
  pepStatus: 'NONE',
};

/** Fields that a response names as invalid, in alphabetical order. */
export const errorsOf = (answer: { body: any }): string[] =>
  answer.body.details.errors.map((e: { field: string }) => e.field).sort();

/** Events of a resource as they are stored. */
export const storedEventsOf = ({ database }: TestApp, resourceId: string) => eventsOfResource(database.db, resourceId);
