import type { TSchema } from '@sinclair/typebox';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { accountType, accountTypeNames } from '../../parties/accounts/account-types.ts';
import { plainSchema } from './input-schemas.ts';

/** Payable account types in a currency: the fields of `accountInfo`, and those that each rail requires. */
export function payeeFields(accountInfo: TSchema, currency: unknown) {
  const types = accountTypeNames.filter((name) => accountType(name).currencies.some((one) => one === currency));
  if (types.length === 0) {
    const all = new Set(accountTypeNames.flatMap((name) => accountType(name).currencies));
    throw new ApiError('INVALID_CURRENCY', 'No external account has this currency.', {
      hint: `Use one of ${[...all].toSorted().join(', ')}.`,
    });
  }
  const choices: TSchema[] = accountInfo.oneOf;
  return {
    currency,
    accountTypes: types.map((name) => ({
      accountType: name,
      rails: accountType(name).ways.map(({ rails, requires }) => ({ rails, requires })),
      accountInfo: plainSchema(choices.find(({ properties }) => properties.accountType.const === name)),
    })),
  };
}
