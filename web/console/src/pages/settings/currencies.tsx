import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import type { PlatformConfig, PlatformCurrencyConfig } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Money } from '../../parts/money.tsx';
import { Section } from '../../parts/page.tsx';
import { wordsOf } from '../../parts/status.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { EditCurrency, NO_LIMIT } from './edit-currency.tsx';
import css from './settings.module.css';
import { useCurrencies } from './use-config.ts';

const SHOWN = 8;

/** Currencies that customers can use, with their limits. */
export function CurrencySettings({ config, canManage }: { config: PlatformConfig; canManage: boolean }) {
  const currencies = useCurrencies();
  const [edited, setEdited] = useState<PlatformCurrencyConfig | 'NEW'>();
  const [search, setSearch] = useState('');
  const [areAllShown, setAllShown] = useState(false);
  const { supportedCurrencies: all } = config;
  const found = all.filter(({ currencyCode }) => currencyCode.includes(search.trim().toUpperCase()));
  const rows = areAllShown || search ? found : found.slice(0, SHOWN);
  const amount = (value: number, code: string) => {
    const currency = currencies.get(code);
    return currency ? <Money amount={value} currency={currency} /> : value;
  };
  const columns: Column<PlatformCurrencyConfig>[] = [
    {
      name: 'Currency',
      cell: ({ currencyCode }) => (
        <>
          {currencyCode} <span className={css.quiet}>{currencies.get(currencyCode)?.name}</span>
        </>
      ),
      look: 'wide',
    },
    {
      name: 'Directions',
      cell: ({ enabledTransactionTypes }) => enabledTransactionTypes.map(wordsOf).join(', ') || 'None',
      look: 'narrow',
    },
    { name: 'Smallest payment', cell: ({ minAmount, currencyCode }) => amount(minAmount, currencyCode), look: 'right' },
    {
      name: 'Largest payment',
      cell: ({ maxAmount, currencyCode }) => (maxAmount >= NO_LIMIT ? 'No limit' : amount(maxAmount, currencyCode)),
      look: 'right',
    },
    ...(canManage
      ? [
          {
            name: 'Actions',
            cell: (row: PlatformCurrencyConfig) => (
              <Button look="quiet" aria-label={`Edit ${row.currencyCode}`} onClick={() => setEdited(row)}>
                <Pencil size={14} aria-hidden="true" />
              </Button>
            ),
            look: 'right' as const,
            isNamed: false,
          },
        ]
      : []),
  ];
  return (
    <Section
      title="Currencies"
      actions={
        canManage && (
          <Button onClick={() => setEdited('NEW')}>
            <Plus size={14} aria-hidden="true" />
            Add currency
          </Button>
        )
      }
    >
      {all.length > SHOWN && (
        <div className={css.search}>
          <TextField label="Find a currency" value={search} onChange={setSearch} placeholder="EUR" isFilter />
        </div>
      )}
      <Table
        label="Currencies of the platform"
        rows={rows}
        columns={columns}
        keyOf={({ currencyCode }) => currencyCode}
      />
      {rows.length < found.length && (
        <div>
          <Button onClick={() => setAllShown(true)}>Show all {found.length} currencies</Button>
        </div>
      )}
      {edited && (
        <EditCurrency
          config={config}
          currency={edited === 'NEW' ? undefined : edited}
          decimalsOf={(code) => currencies.get(code)?.decimals}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}
