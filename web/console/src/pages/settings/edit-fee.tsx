import { useState } from 'react';
import type { FeeConfig, PlatformConfig } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Actions, Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Form, Select, TextField } from '../../parts/fields.tsx';
import { decimalText, smallestUnits } from '../../parts/money.tsx';
import { useConfigUpdate } from './use-config.ts';

const DEFAULT_DECIMALS = 2;
/** A basis point is a hundredth of a percent. */
const PERCENT_DECIMALS = 2;
const MAX_BPS = 10_000;

export const percentText = (bps: number): string => decimalText(bps, PERCENT_DECIMALS);

interface EditFeeProps {
  config: PlatformConfig;
  /** Undefined adds a fee. */
  fee: FeeConfig | undefined;
  decimalsOf: (code: string) => number | undefined;
  onClose: () => void;
}

/** The fee of one sending currency; a fee of zero ends it. */
export function EditFee({ config, fee, decimalsOf, onClose }: EditFeeProps) {
  const taken = config.feeConfigs.map(({ sourceCurrency }) => sourceCurrency);
  const free = config.supportedCurrencies.map(({ currencyCode }) => currencyCode).filter((one) => !taken.includes(one));
  const [code, setCode] = useState(fee?.sourceCurrency ?? (free.includes('USD') ? 'USD' : (free[0] ?? '')));
  const decimals = decimalsOf(code) ?? DEFAULT_DECIMALS;
  const [percent, setPercent] = useState(percentText(fee?.variableFeeBps ?? 50));
  const [fixed, setFixed] = useState(decimalText(fee?.fixedFee.amount ?? 0, decimals));
  const update = useConfigUpdate(`Fee of ${code} saved`, onClose);
  const bps = smallestUnits(percent, PERCENT_DECIMALS);
  const amount = smallestUnits(fixed, decimals);
  const save = (variableFeeBps: number, fixedAmount: number): void =>
    update.mutate({
      feeConfigs: [
        {
          feeType: 'CROSS_CURRENCY_TRANSACTION',
          sourceCurrency: code,
          variableFeeBps,
          fixedFee: { amount: fixedAmount, currency: code },
        },
      ],
    });
  const isRight = bps !== undefined && bps <= MAX_BPS;
  return (
    <Dialog title={fee ? `Fee of ${code}` : 'Add fee'} onClose={onClose}>
      <Form onSubmit={() => isRight && amount !== undefined && save(bps, amount)}>
        {!fee && (
          <Select
            label="Sending currency"
            value={code}
            onChange={setCode}
            options={free.map((one) => ({ value: one, label: one }))}
          />
        )}
        <TextField
          label="Share of the amount in percent"
          value={percent}
          onChange={setPercent}
          inputMode="decimal"
          error={isRight ? undefined : 'It must be a percentage from 0 to 100 with at most 2 decimals.'}
        />
        <TextField
          label={`Fixed fee in ${code}`}
          value={fixed}
          onChange={setFixed}
          inputMode="decimal"
          error={amount === undefined ? `It must be an amount with at most ${decimals} decimals.` : undefined}
        />
        {update.error && <ErrorNote error={update.error} />}
        <Actions>
          {fee && (
            <Button isBusy={update.isPending} onClick={() => save(0, 0)}>
              End the fee
            </Button>
          )}
          <Button look="primary" type="submit" isBusy={update.isPending}>
            {fee ? 'Save' : 'Add fee'}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
