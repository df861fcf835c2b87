import { createContext, useContext } from 'react';
import type { MagicValue } from '../api/client.ts';
import type { Reading } from './draft.ts';
import type { FieldErrors } from './field-errors.ts';

/** Values that every field of a generated form uses. */
export interface FormContextValue extends Reading, FieldErrors {
  magicValuesOf: (path: string) => readonly MagicValue[];
}

export const FormContext = createContext<FormContextValue | undefined>(undefined);

export function useForm(): FormContextValue {
  const context = useContext(FormContext);
  if (!context) throw new Error('fields of a schema belong in an OperationForm');
  return context;
}
