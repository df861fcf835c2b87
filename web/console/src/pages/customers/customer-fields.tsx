import { useSession } from '../../api/use-session.ts';
import { useMagicValues } from '../../forms/use-magic-values.ts';
import { Select, TextField } from '../../parts/fields.tsx';
import type { CustomerDraft, memberOf } from './customer-draft.ts';

const TYPES = [
  { value: 'INDIVIDUAL', label: 'Person' },
  { value: 'BUSINESS', label: 'Business' },
];

/** Outcomes that a suffix of the name selects in the sandbox, as the service describes them. */
function useOutcomes() {
  const { data = [] } = useMagicValues();
  const ofPeople = data.filter(({ area }) => area === 'individual verification');
  return ofPeople.map(({ value, effect }) => {
    const isEnding = /^\d{3}$/.test(value);
    return { value: isEnding ? ` ${value}` : '', label: isEnding ? `Name ends in ${value}: ${effect}` : effect };
  });
}

interface CustomerFieldsProps {
  draft: CustomerDraft;
  onChange: (changes: Partial<CustomerDraft>) => void;
  errorOf: (input: keyof typeof memberOf) => string | undefined;
}

export function CustomerFields({ draft, onChange, errorOf }: CustomerFieldsProps) {
  const isSandbox = useSession().current?.mode === 'SANDBOX';
  const outcomes = useOutcomes();
  const input = (name: keyof typeof memberOf) => ({
    value: draft[name],
    onChange: (value: string) => onChange({ [name]: value }),
    error: errorOf(name),
  });
  const isPerson = draft.type === 'INDIVIDUAL';
  return (
    <>
      <Select
        label="Type"
        value={draft.type}
        onChange={(type) => onChange({ type: type as CustomerDraft['type'] })}
        options={TYPES}
      />
      <TextField label={isPerson ? 'Full name' : 'Legal name'} {...input('name')} isRequired />
      {isPerson && isSandbox && (
        <Select
          label="Verification in the sandbox"
          value={draft.ending}
          onChange={(ending) => onChange({ ending })}
          options={outcomes.filter(({ value }) => value !== '')}
          none={`Any other name: ${outcomes.find(({ value }) => value === '')?.label ?? 'approved'}`}
        />
      )}
      {!isPerson && (
        <>
          <TextField label="Tax number" {...input('taxId')} isRequired />
          <TextField label="Incorporated on" type="date" {...input('incorporatedOn')} isRequired />
        </>
      )}
      <TextField
        label="Your own id"
        {...input('ownId')}
        help="Unique among your customers. Generated if you leave it empty."
        isOptional
      />
      <TextField label="Email" type="email" {...input('email')} isOptional />
      <TextField
        label="Region"
        {...input('region')}
        onChange={(region) => onChange({ region: region.toUpperCase() })}
        help="Country whose rules apply, by its code of two letters."
        isRequired
      />
    </>
  );
}
