import { useState } from 'react';
import type { PlatformConfig, PlatformConfigUpdateRequest, PlatformCurrencyConfig } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Actions, Confirm, Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Checkbox, Form, TextField } from '../../parts/fields.tsx';
import { decimalText, smallestUnits } from '../../parts/money.tsx';
import { wordsOf } from '../../parts/status.tsx';
import css from './settings.module.css';
import { useConfigUpdate } from './use-config.ts';

const directions = ['INCOMING', 'OUTGOING'] as const;
const DEFAULT_DECIMALS = 2;
/** Largest amount of the service, which means that the platform sets no limit. */
export const NO_LIMIT = 9_000_000_000_000_000;

interface EditCurrencyProps {
  config: PlatformConfig;
  /** Undefined adds a currency. */
  currency: PlatformCurrencyConfig | undefined;
  decimalsOf: (code: string) => number | undefined;
  onClose: () => void;
}

/** Limits and directions of one currency. Sends all currencies, because an update replaces the list. */
export function EditCurrency({ config, currency, decimalsOf, onClose }: EditCurrencyProps) {
  const [code, setCode] = useState(currency?.currencyCode ?? '');
  const decimals = decimalsOf(code) ?? DEFAULT_DECIMALS;
  const [minimum, setMinimum] = useState(currency ? plain(currency.minAmount, decimals) : '1');
  const [maximum, setMaximum] = useState(
    currency && currency.maxAmount < NO_LIMIT ? plain(currency.maxAmount, decimals) : '',
  );
  const [enabled, setEnabled] = useState<readonly ('INCOMING' | 'OUTGOING')[]>(
    currency?.enabledTransactionTypes ?? directions,
  );
  const [isRemoving, setRemoving] = useState(false);
  const update = useConfigUpdate(
    isRemoving ? `${code} removed` : currency ? `${code} saved` : `${code} added`,
    onClose,
  );
  const minAmount = smallestUnits(minimum, decimals);
  const maxAmount = maximum.trim() === '' ? NO_LIMIT : smallestUnits(maximum, decimals);
  const others = config.supportedCurrencies.filter(({ currencyCode }) => currencyCode !== code).map(sent);
  const save = (): void => {
    if (minAmount === undefined || maxAmount === undefined) return;
    const changed = {
      currencyCode: code,
      minAmount,
      maxAmount,
      requiredCounterpartyFields: currency?.requiredCounterpartyFields ?? [],
      enabledTransactionTypes: [...enabled],
    };
    update.mutate({ supportedCurrencies: [...others, changed] });
  };
  const amountError = `It must be an amount with at most ${decimals} decimals.`;
  if (isRemoving) {
    return (
      <Confirm
        title={`Remove ${code}?`}
        confirm={`Remove ${code}`}
        isDangerous
        isBusy={update.isPending}
        onConfirm={() => update.mutate({ supportedCurrencies: others })}
        onClose={onClose}
      >
        <p>Customers can no longer use {code} in new payments. Accounts and payments in it stay as they are.</p>
        {update.error && <ErrorNote error={update.error} />}
      </Confirm>
    );
  }
  return (
    <Dialog title={currency ? `Edit ${code}` : 'Add currency'} onClose={onClose}>
      <Form onSubmit={save}>
        {!currency && (
          <TextField
            label="Currency code"
            value={code}
            onChange={(text) => setCode(text.toUpperCase())}
            placeholder="EUR"
            isRequired
          />
        )}
        <TextField
          label="Smallest payment"
          value={minimum}
          onChange={setMinimum}
          inputMode="decimal"
          error={minAmount === undefined ? amountError : undefined}
        />
        <TextField
          label="Largest payment"
          value={maximum}
          onChange={setMaximum}
          inputMode="decimal"
          help="Leave it empty for no limit."
          error={maxAmount === undefined ? amountError : undefined}
        />
        <fieldset className={css.choices}>
          <legend>Directions</legend>
          {directions.map((direction) => (
            <Checkbox
              key={direction}
              label={wordsOf(direction)}
              isChecked={enabled.includes(direction)}
              onChange={(isOn) =>
                setEnabled(directions.filter((one) => (one === direction ? isOn : enabled.includes(one))))
              }
            />
          ))}
          <p className={css.quiet}>With Incoming the platform and its customers have accounts in it.</p>
        </fieldset>
        {update.error && <ErrorNote error={update.error} />}
        <Actions>
          {currency && others.length > 0 && <Button onClick={() => setRemoving(true)}>Remove {code}</Button>}
          <Button look="primary" type="submit" isBusy={update.isPending}>
            {currency ? 'Save' : 'Add currency'}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

type SentCurrency = NonNullable<PlatformConfigUpdateRequest['supportedCurrencies']>[number];

/** Removes the members that the service sets. */
const sent = (currency: PlatformCurrencyConfig): SentCurrency => ({
  currencyCode: currency.currencyCode,
  minAmount: currency.minAmount,
  maxAmount: currency.maxAmount,
  requiredCounterpartyFields: currency.requiredCounterpartyFields,
  enabledTransactionTypes: currency.enabledTransactionTypes,
});

const plain = (amount: number, decimals: number): string => decimalText(amount, decimals).replaceAll(',', '');
