import { Causeway } from '@causeway/client';
import { createPayroll } from './payroll.ts';

const cw = Causeway.fromEnvironment();
createPayroll(cw).listen(3000, () => console.log('http://localhost:3000'));
