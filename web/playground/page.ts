import { listCustomers, setUpCustomers } from './customer.ts';
import { enable, find, inputValue, onUse } from './dom.ts';
import { showExchange } from './exchanges.ts';
import { setUpLogins } from './login.ts';
import { setUpPayments } from './payment.ts';
import { opened, useTransport } from './state.ts';
import { recordingTransport } from './wire.ts';

const api = document.body.dataset['api'] ?? '';

onUse('token', 'token', async () => {
  const token = { clientId: inputValue('client-id'), clientSecret: inputValue('client-secret') };
  useTransport(recordingTransport(api, token, (exchange) => void showExchange(exchange)));
  for (const step of ['customer', 'login', 'pay', 'export']) enable(step, false);
  const count = await listCustomers();
  enable('customer');
  return count === 0 ? 'The token is valid. There are no customers yet.' : 'The token is valid.';
});

setUpCustomers();
setUpLogins();
setUpPayments();

onUse('export', 'export', async () => {
  const { mnemonic, isSigned } = await opened().wallet.exportWallet();
  find('mnemonic').textContent = mnemonic;
  return isSigned ? 'The export is signed by the vault.' : 'The export is unsigned, as always in the sandbox.';
});

find('clear').addEventListener('click', () => find('exchanges').replaceChildren());
document.body.dataset['ready'] = 'true';
