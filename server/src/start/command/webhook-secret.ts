import type { Api, Json } from './api.ts';

/** The platform's active secret for HMAC signatures. */
export async function webhookSecret(api: Api): Promise<string> {
  const { data } = await api.get('/webhooks/keys');
  return data.find(({ algorithm, status }: Json) => algorithm === 'hmac-sha256' && status === 'ACTIVE').secret;
}
