import { find } from '../dom.ts';
import { onUse } from './actions.ts';
import { clearActivities } from './activities.ts';
import { continueSession, setUpConnection } from './connection.ts';
import { setUpCustomers } from './customers.ts';
import { setUpPayments } from './payment.ts';
import { opened } from './state.ts';
import { setUpLogins } from './wallet-login.ts';

setUpConnection();
setUpCustomers();
setUpLogins();
setUpPayments();

onUse('export', 'export', async () => {
  const { mnemonic, isSigned } = await opened().wallet.exportWallet();
  find('mnemonic').textContent = mnemonic;
  const facts = [{ label: 'Signature', value: isSigned ? 'by the vault' : 'none, as always in the sandbox' }];
  return { title: 'The recovery phrase was exported.', facts };
});

find('clear').addEventListener('click', clearActivities);
await continueSession();
document.body.dataset['ready'] = 'true';
