import { createClient } from '@causeway/client';
import { createPayroll } from './payroll.ts';

const { CAUSEWAY_URL = 'http://localhost:4242', CAUSEWAY_CLIENT_ID = '', CAUSEWAY_CLIENT_SECRET = '' } = process.env;
const cw = createClient({ baseUrl: CAUSEWAY_URL, clientId: CAUSEWAY_CLIENT_ID, clientSecret: CAUSEWAY_CLIENT_SECRET });
createPayroll(cw).listen(3000, () => console.log('http://localhost:3000'));
