import { ProviderDown, type StablecoinProvider } from './port.ts';

const refuse = async (): Promise<never> => {
  throw new ProviderDown('no provider of stablecoins is configured: set BRALE_API_URL and BRALE_AUTH_URL');
};

/** No provider is connected: nothing can be linked, minted or burned. */
export const unconfiguredStablecoins: StablecoinProvider = {
  mintSources: [],
  burnSources: [],
  accountsOf: refuse,
  token: refuse,
  check: refuse,
  submit: refuse,
  read: refuse,
};
