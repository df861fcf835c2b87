import { expect } from 'vitest';
import type { Client } from './client.ts';

/** Customer with nothing but a name, whose suffix keeps the sandbox from approving it. */
export async function newStranger(client: Client, fullName: string): Promise<string> {
  const { body } = await client.post('/customers', { customerType: 'INDIVIDUAL', fullName });
  return body.id;
}

/** Link to the hosted verification page of a customer. */
export async function newLink(client: Client, customerId: string, body: object = {}) {
  const answer = await client.post(`/customers/${customerId}/kyc-link`, body);
  expect(answer.status).toBe(201);
  return answer.body as { kycUrl: string; token: string; expiresAt: string };
}

export async function statusOf(client: Client, customerId: string): Promise<string> {
  const { body } = await client.get(`/customers/${customerId}`);
  return body.kycStatus ?? body.kybStatus;
}

const inPerson = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`personalInfo.${name}`, value]));

/** Answers about a person of a business, by the part that asks for them. */
export const personAnswers: Record<string, Record<string, string>> = {
  name: { ...inPerson({ firstName: 'Grace', lastName: 'Hopper' }), roles: 'UBO' },
  birth: inPerson({ 'birthDate.day': '9', 'birthDate.month': '12', 'birthDate.year': '1986', nationality: 'US' }),
  address: inPerson({
    'address.line1': '1 Navy Way',
    'address.city': 'Arlington',
    'address.postalCode': '22201',
    'address.country': 'US',
  }),
  identifier: inPerson({ idType: 'SSN', identifier: '123-45-6789' }),
  share: { ownershipPercentage: '60' },
};
