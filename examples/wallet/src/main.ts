import { Causeway } from '@causeway/client';
import { createWalletApp } from './app.ts';

const cw = Causeway.fromEnvironment();
createWalletApp(cw).listen(3000, 'localhost', () => console.log('http://localhost:3000'));
