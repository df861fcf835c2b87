import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../parts/button.tsx';
import { Checkbox, Labelled, Select, TextArea, TextField } from '../parts/fields.tsx';
import { wordsOf } from '../parts/status.tsx';
import { Description } from './description.tsx';
import {
  amountDecimals,
  asGroup,
  asList,
  asText,
  currencyBeside,
  type Draft,
  type GroupDraft,
  isGroup,
} from './draft.ts';
import { useForm } from './form-context.ts';
import css from './forms.module.css';
import { MagicPicker } from './magic-picker.tsx';
import { listedTypes, ResourcePicker } from './resource-picker.tsx';
import { kindOf, labelOf, type Schema, variantsOf } from './schema.ts';

interface SchemaFieldProps {
  schema: Schema;
  name: string;
  path: string;
  draft: Draft;
  siblings: GroupDraft;
  isRequired: boolean;
  onChange: (draft: Draft) => void;
}

/** The control of one member. */
export function SchemaField(props: SchemaFieldProps) {
  const { resolve, errorOf } = useForm();
  const schema = resolve(props.schema);
  const { name, path, draft, isRequired, onChange } = props;
  const field = {
    label: labelOf(name),
    help: describe(schema),
    error: errorOf(path),
    isOptional: !isRequired,
  };
  const shared = { ...field, value: asText(draft), onChange };
  switch (kindOf(schema)) {
    case 'CONST':
      return null;
    case 'VARIANTS':
      return <Variants {...props} schema={schema} />;
    case 'GROUP':
      return <Group {...props} schema={schema} />;
    case 'LIST':
      return <List {...props} schema={schema} />;
    case 'CHOICE':
      return <Select {...shared} none={isRequired ? 'Choose' : 'Not set'} options={optionsOf(schema.enum ?? [])} />;
    case 'YES_NO':
      return <Select {...shared} none={isRequired ? 'Choose' : 'Not set'} options={YES_NO} />;
    case 'NUMBER':
      return <NumberField {...props} schema={schema} />;
    case 'DATE':
      return <TextField {...shared} type="date" />;
    case 'JSON':
      return <TextArea {...shared} help={describe(schema, ' As JSON.')} />;
    case 'FILE':
      return <FileField {...field} onChange={onChange} />;
    default:
      return <Text {...props} schema={schema} />;
  }
}

const describe = ({ description }: Schema, more = '') =>
  (description || more) && <Description text={`${description ?? ''}${more}`} />;

const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

const optionsOf = (values: readonly (string | number)[]) =>
  values.map((value) => ({ value: String(value), label: optionName(value) }));

/** A value in words, followed by the value as the API spells it. */
const optionName = (value: string | number): string =>
  typeof value === 'string' && /^[A-Z]{3,}/.test(value) ? `${wordsOf(value)} (${value})` : String(value);

function Text({ schema, name, path, draft, isRequired, onChange }: SchemaFieldProps) {
  const { errorOf, magicValuesOf } = useForm();
  const [example] = schema.examples ?? [];
  const placeholder =
    typeof example === 'string' ? example : schema.format === 'date-time' ? '2026-01-31T12:00:00Z' : '';
  const magic = magicValuesOf(path);
  const types = listedTypes(schema);
  return (
    <div className={css.withPicker}>
      <TextField
        label={labelOf(name)}
        help={describe(schema)}
        error={errorOf(path)}
        isOptional={!isRequired}
        value={asText(draft)}
        placeholder={placeholder}
        onChange={onChange}
      />
      {types.length > 0 && <ResourcePicker label={labelOf(name)} types={types} onPick={onChange} />}
      {magic.length > 0 && (
        <MagicPicker
          label={labelOf(name)}
          values={magic}
          current={asText(draft)}
          example={typeof example === 'string' ? example : ''}
          onPick={onChange}
        />
      )}
    </div>
  );
}

/** Amounts are decimals where the currency is known, and smallest units elsewhere. */
function NumberField({ schema, name, path, draft, siblings, isRequired, onChange }: SchemaFieldProps) {
  const { errorOf, decimalsOf } = useForm();
  const decimals = amountDecimals(schema, siblings, decimalsOf);
  const code = currencyBeside(siblings);
  const unit = decimals === undefined ? '' : ` Entered in ${code} with up to ${decimals} decimals.`;
  return (
    <TextField
      label={labelOf(name)}
      help={describe(schema, unit)}
      error={errorOf(path)}
      isOptional={!isRequired}
      value={asText(draft)}
      inputMode={decimals === undefined ? 'numeric' : 'decimal'}
      onChange={onChange}
    />
  );
}

interface FileFieldProps {
  label: string;
  help: React.ReactNode;
  error: string | undefined;
  isOptional: boolean;
  onChange: (draft: Draft) => void;
}

const FileField = ({ onChange, ...field }: FileFieldProps) => (
  <Labelled {...field}>
    {(control) => <input {...control} type="file" onChange={(event) => onChange(event.target.files?.[0])} />}
  </Labelled>
);

/** Select of the variant, and the fields of its members. */
function Variants({ schema, name, path, draft, isRequired, onChange }: SchemaFieldProps) {
  const { resolve } = useForm();
  const group = asGroup(draft);
  const discriminator = schema.discriminator?.propertyName ?? '';
  const variants = variantsOf(schema, resolve);
  const chosen = asText(group[discriminator]);
  const variant = variants.get(chosen);
  const choice = (
    <Select
      label={labelOf(discriminator)}
      help={variant && describe(variant)}
      value={chosen}
      isOptional={!isRequired}
      none={isRequired ? 'Choose' : 'Not set'}
      options={optionsOf([...variants.keys()])}
      onChange={(value) => onChange(value === '' ? undefined : { ...group, [discriminator]: value })}
    />
  );
  const content = (
    <>
      {choice}
      {variant && <Members schema={variant} path={path} draft={group} onChange={onChange} />}
    </>
  );
  return path === '' ? content : <FieldSet title={labelOf(name)} help={describe(schema)} content={content} />;
}

function Group({ schema, name, path, draft, isRequired, onChange }: SchemaFieldProps) {
  if (path !== '' && !isRequired && !isGroup(draft)) {
    return (
      <div>
        <Button onClick={() => onChange({})}>
          <Plus size={14} aria-hidden="true" />
          Add {labelOf(name).toLowerCase()}
        </Button>
      </div>
    );
  }
  const members = <Members schema={schema} path={path} draft={asGroup(draft)} onChange={onChange} />;
  if (path === '') return members;
  const remove = !isRequired && (
    <Button look="quiet" aria-label={`Remove ${labelOf(name)}`} onClick={() => onChange(undefined)}>
      <Trash2 size={14} aria-hidden="true" />
    </Button>
  );
  return <FieldSet title={labelOf(name)} help={describe(schema)} content={members} action={remove} />;
}

interface FieldSetProps {
  title: string;
  help: React.ReactNode;
  content: React.ReactNode;
  action?: React.ReactNode;
}

const FieldSet = ({ title, help, content, action }: FieldSetProps) => (
  <fieldset className={css.group}>
    <legend className={css.legend}>{title}</legend>
    {(help || action) && (
      <div className={css.groupHead}>
        <p className={css.help}>{help}</p>
        {action}
      </div>
    )}
    {content}
  </fieldset>
);

interface MembersProps {
  schema: Schema;
  path: string;
  draft: GroupDraft;
  onChange: (draft: GroupDraft) => void;
}

/** Required members first; optional ones are folded until one has a value or an error. */
export function Members({ schema, path, draft, onChange }: MembersProps) {
  const { hasErrorBelow } = useForm();
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties);
  const optional = names.filter((name) => !required.includes(name));
  const placeOf = (name: string): string => (path ? `${path}.${name}` : name);
  const isOpen = optional.some((name) => draft[name] !== undefined || hasErrorBelow(placeOf(name)));
  const show = (name: string) => (
    <SchemaField
      key={name}
      schema={properties[name] ?? {}}
      name={name}
      path={placeOf(name)}
      draft={draft[name]}
      siblings={draft}
      isRequired={required.includes(name)}
      onChange={(value) => onChange({ ...draft, [name]: value })}
    />
  );
  return (
    <>
      {names.filter((name) => required.includes(name)).map(show)}
      {optional.length > 0 && (
        <details className={css.optional} open={isOpen || required.length === 0 || undefined}>
          <summary>
            {optional.length} optional {optional.length === 1 ? 'member' : 'members'}
          </summary>
          <div className={css.members}>{optional.map(show)}</div>
        </details>
      )}
    </>
  );
}

/** Items with buttons that add and remove them; a list of enumerated values is a set of boxes. */
function List({ schema, name, path, draft, isRequired, onChange }: SchemaFieldProps) {
  const { resolve, errorOf } = useForm();
  const id = useId();
  const items = asList(draft);
  const item = resolve(schema.items ?? {});
  const title = labelOf(name);
  const error = errorOf(path);
  const isChoice = kindOf(item) === 'CHOICE';
  const boxes = (item.enum ?? [])
    .map(String)
    .map((value) => (
      <Checkbox
        key={value}
        label={wordsOf(value)}
        isChecked={items.includes(value)}
        onChange={(isChecked) => onChange(isChecked ? [...items, value] : items.filter((one) => one !== value))}
      />
    ));
  const rows = items.map((value, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity besides their place
    <div key={`${id}-${index}`} className={css.item}>
      <div className={css.itemFields}>
        <SchemaField
          schema={schema.items ?? {}}
          name={`${name} ${index + 1}`}
          path={`${path}.${index}`}
          draft={value}
          siblings={{}}
          isRequired
          onChange={(changed) => onChange(items.map((one, at) => (at === index ? changed : one)))}
        />
      </div>
      <Button
        look="quiet"
        aria-label={`Remove ${title} ${index + 1}`}
        onClick={() => onChange(items.filter((_, at) => at !== index))}
      >
        <Trash2 size={14} aria-hidden="true" />
      </Button>
    </div>
  ));
  const isFull = items.length >= (schema.maxItems ?? Number.POSITIVE_INFINITY);
  const content = (
    <>
      {isChoice ? <div className={css.boxes}>{boxes}</div> : rows}
      {!isChoice && !isFull && (
        <div>
          <Button onClick={() => onChange([...items, kindOf(item) === 'GROUP' ? {} : ''])}>
            <Plus size={14} aria-hidden="true" />
            Add to {title.toLowerCase()}
          </Button>
        </div>
      )}
      {error && <p className={css.error}>{error}</p>}
    </>
  );
  return <FieldSet title={isRequired ? title : `${title} (optional)`} help={describe(schema)} content={content} />;
}
