import type { FormEvent, HTMLInputTypeAttribute, ReactNode } from 'react';
import { useId } from 'react';
import css from './fields.module.css';

interface FieldProps {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  isOptional?: boolean;
}

interface LabelledProps extends FieldProps {
  children: (control: {
    id: string;
    className: string;
    'aria-invalid'?: true;
    'aria-describedby'?: string;
  }) => ReactNode;
}

/** A control with its label, help and error, connected for assistive technology. */
export function Labelled({ label, help, error, isOptional = false, children }: LabelledProps) {
  const id = useId();
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
        {isOptional && <span className={css.optional}>optional</span>}
      </label>
      {children({
        id,
        className: css.control ?? '',
        ...(error && { 'aria-invalid': true as const }),
        ...(described && { 'aria-describedby': described }),
      })}
      {help && (
        <p id={`${id}-help`} className={css.help}>
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  type?: HTMLInputTypeAttribute;
  placeholder?: string;
  autoComplete?: string;
  inputMode?: 'decimal' | 'numeric';
  isRequired?: boolean;
  /** Focused by the `/` key. */
  isFilter?: boolean;
}

export const TextField = ({
  value,
  onChange,
  type = 'text',
  placeholder,
  autoComplete = 'off',
  inputMode,
  isRequired,
  isFilter,
  ...field
}: TextFieldProps) => (
  <Labelled {...field}>
    {(control) => (
      <input
        {...control}
        type={type}
        value={value}
        placeholder={placeholder}
        autoComplete={autoComplete}
        inputMode={inputMode}
        required={isRequired}
        spellCheck={false}
        data-filter={isFilter || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Labelled>
);

export const TextArea = ({
  value,
  onChange,
  ...field
}: Pick<TextFieldProps, 'value' | 'onChange' | keyof FieldProps>) => (
  <Labelled {...field}>
    {(control) => (
      <textarea {...control} value={value} spellCheck={false} onChange={(event) => onChange(event.target.value)} />
    )}
  </Labelled>
);

export interface Option {
  value: string;
  label: string;
}

interface SelectProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  /** First option, with the empty value. */
  none?: string;
}

export const Select = ({ value, onChange, options, none, ...field }: SelectProps) => (
  <Labelled {...field}>
    {(control) => (
      <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Labelled>
);

interface CheckboxProps {
  label: ReactNode;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

export const Checkbox = ({ label, isChecked, onChange }: CheckboxProps) => (
  <label className={css.check}>
    <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
    <span>{label}</span>
  </label>
);

/** A form that calls `onSubmit` without leaving the page. */
export const Form = ({ onSubmit, name, children }: { onSubmit: () => void; name?: string; children: ReactNode }) => (
  <form
    className={css.form}
    data-operation={name}
    onSubmit={(event: FormEvent) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
  </form>
);

/** Filters above a list. */
export const FilterBar = ({ children }: { children: ReactNode }) => <search className={css.bar}>{children}</search>;
