import type { Directory } from './port.ts';

/** Simulated institutions; payments to one of them are not allowed. */
export const sandboxDirectory = (umaDomain: string): Directory => ({
  vasps: [
    { vaspName: 'Example Custody', url: 'https://custody.example' },
    { vaspName: 'Example Exchange', url: 'https://exchange.example' },
  ],
  umaProviders: [
    {
      name: 'Causeway Sandbox Bank',
      domain: umaDomain,
      supportedRegions: ['DE', 'FR', 'MX', 'US'],
      supportedCurrencies: ['EUR', 'MXN', 'USD'],
      allowListStatus: true,
    },
    {
      name: 'Example Wallet Brazil',
      domain: 'wallet.example',
      supportedRegions: ['BR'],
      supportedCurrencies: ['BRL', 'USDC'],
      logoUrl: 'https://wallet.example/logo.png',
      lei: '5493001KJTIIGC8Y1R12',
      allowListStatus: true,
    },
    {
      name: 'Example Barred Bank',
      domain: 'barred.example',
      supportedRegions: ['US'],
      supportedCurrencies: ['USD'],
      allowListStatus: false,
    },
  ],
});
