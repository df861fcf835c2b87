import { expect, it } from 'vitest';
import { accountsSource } from '../../generate.ts';

it('src/generated/accounts.ts is generated from the account types of the server', async () => {
  await expect(accountsSource()).toMatchFileSnapshot('../../src/generated/accounts.ts');
});
