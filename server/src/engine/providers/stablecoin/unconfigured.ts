import { ProviderUnavailable, type StablecoinProvider } from './port.ts';

const reject = async (): Promise<never> => {
  throw new ProviderUnavailable('no stablecoin provider is configured: set BRALE_API_URL and BRALE_AUTH_URL');
};

/** Used if no provider is configured; every call fails. */
export const unconfiguredStablecoins: StablecoinProvider = {
  mintSources: [],
  burnSources: [],
  accountsOf: reject,
  token: reject,
  check: reject,
  submit: reject,
  read: reject,
};
