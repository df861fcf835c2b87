import { Pencil, Percent, Plus } from 'lucide-react';
import { useState } from 'react';
import type { FeeConfig, PlatformConfig } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Money } from '../../parts/money.tsx';
import { Empty } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { EditFee, percentText } from './edit-fee.tsx';
import { useCurrencies } from './use-config.ts';

/** Fees that the platform adds to cross-currency payments, one for each sending currency. */
export function FeeSettings({ config, canManage }: { config: PlatformConfig; canManage: boolean }) {
  const currencies = useCurrencies();
  const [edited, setEdited] = useState<FeeConfig | 'NEW'>();
  const add = canManage && (
    <Button onClick={() => setEdited('NEW')}>
      <Plus size={14} aria-hidden="true" />
      Add fee
    </Button>
  );
  const columns: Column<FeeConfig>[] = [
    { name: 'Sending currency', cell: ({ sourceCurrency }) => sourceCurrency },
    { name: 'Share of the amount', cell: ({ variableFeeBps }) => `${percentText(variableFeeBps)} %`, look: 'right' },
    {
      name: 'Fixed fee',
      cell: ({ fixedFee: { amount, currency } }) => {
        const known = currencies.get(currency);
        return known ? <Money amount={amount} currency={known} /> : `${amount} ${currency}`;
      },
      look: 'right',
    },
    ...(canManage
      ? [
          {
            name: 'Actions',
            cell: (fee: FeeConfig) => (
              <Button look="quiet" aria-label={`Edit the fee of ${fee.sourceCurrency}`} onClick={() => setEdited(fee)}>
                <Pencil size={14} aria-hidden="true" />
              </Button>
            ),
            look: 'right' as const,
            isNamed: false,
          },
        ]
      : []),
  ];
  const { feeConfigs } = config;
  return (
    <Section title="Fees" actions={feeConfigs.length > 0 && add}>
      {feeConfigs.length > 0 ? (
        <Table label="Fees of the platform" rows={feeConfigs} columns={columns} keyOf={(fee) => fee.sourceCurrency} />
      ) : (
        <Empty icon={Percent} title="No fees" actions={add}>
          A fee is added to cross-currency payments of your customers and booked to your platform.
        </Empty>
      )}
      {edited && (
        <EditFee
          config={config}
          fee={edited === 'NEW' ? undefined : edited}
          decimalsOf={(code) => currencies.get(code)?.decimals}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}
