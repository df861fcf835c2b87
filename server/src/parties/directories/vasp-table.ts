import type { Vasp } from '../../engine/providers/directory/port.ts';

type Row = readonly [vaspName: string, url: string];

/** Well-known custodians. DIRECTORY_FILE adds others. */
const rows: readonly Row[] = [
  ['Anchorage Digital', 'https://www.anchorage.com'],
  ['Binance', 'https://www.binance.com'],
  ['BitGo', 'https://www.bitgo.com'],
  ['Bitfinex', 'https://www.bitfinex.com'],
  ['bitFlyer', 'https://bitflyer.com'],
  ['Bitpanda', 'https://www.bitpanda.com'],
  ['Bitso', 'https://bitso.com'],
  ['Bitstamp', 'https://www.bitstamp.net'],
  ['Bitvavo', 'https://bitvavo.com'],
  ['Bybit', 'https://www.bybit.com'],
  ['Coinbase', 'https://www.coinbase.com'],
  ['Coincheck', 'https://coincheck.com'],
  ['CoinDCX', 'https://coindcx.com'],
  ['Coins.ph', 'https://coins.ph'],
  ['Crypto.com', 'https://crypto.com'],
  ['Fireblocks', 'https://www.fireblocks.com'],
  ['Gate', 'https://www.gate.com'],
  ['Gemini', 'https://www.gemini.com'],
  ['HTX', 'https://www.htx.com'],
  ['Independent Reserve', 'https://www.independentreserve.com'],
  ['Kraken', 'https://www.kraken.com'],
  ['KuCoin', 'https://www.kucoin.com'],
  ['Luno', 'https://www.luno.com'],
  ['Mercado Bitcoin', 'https://www.mercadobitcoin.com.br'],
  ['OKX', 'https://www.okx.com'],
  ['Ripio', 'https://www.ripio.com'],
  ['Robinhood', 'https://robinhood.com'],
  ['Swan Bitcoin', 'https://www.swanbitcoin.com'],
  ['Upbit', 'https://upbit.com'],
  ['VALR', 'https://www.valr.com'],
  ['Xapo Bank', 'https://www.xapobank.com'],
];

export const vaspTable: readonly Vasp[] = rows.map(([vaspName, url]) => ({ vaspName, url }));
