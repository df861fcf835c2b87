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
