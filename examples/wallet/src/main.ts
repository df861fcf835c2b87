import { createClient } from '@causeway/client';
import { createWalletApp } from './app.ts';

const { CAUSEWAY_URL = 'http://localhost:4242', CAUSEWAY_CLIENT_ID = '', CAUSEWAY_CLIENT_SECRET = '' } = process.env;
const cw = createClient({ baseUrl: CAUSEWAY_URL, clientId: CAUSEWAY_CLIENT_ID, clientSecret: CAUSEWAY_CLIENT_SECRET });
createWalletApp(cw).listen(3000, 'localhost', () => console.log('http://localhost:3000'));
