import { callApi } from './state.ts';

interface MagicValue {
  area: string;
  field: string;
  value: string;
}

let code: string | undefined;

/** The one-time code that the sandbox accepts for every wallet. */
export async function magicCode(): Promise<string> {
  if (code !== undefined) return code;
  const { data } = await callApi<{ data: MagicValue[] }>('GET', '/sandbox/magic-values');
  const found = data.find(({ area, field }) => area === 'embedded wallet' && field.startsWith('otp_code'));
  if (!found) throw new Error('GET /sandbox/magic-values lists no code of wallets');
  code = found.value;
  return code;
}
