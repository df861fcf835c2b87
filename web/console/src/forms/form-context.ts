import { createContext, useContext } from 'react';
import type { MagicValue } from '../api/client.ts';
import type { Reading } from './draft.ts';

/** Values that every field of a generated form uses. */
export interface FormContextValue extends Reading {
  /** Message of the server about the member at a path: `accountInfo.iban`, `items.0.amount`. */
  errorOf: (path: string) => string | undefined;
  /** True if the server has a message about a member below the path. */
  hasErrorBelow: (path: string) => boolean;
  magicValuesOf: (path: string) => readonly MagicValue[];
}

export const FormContext = createContext<FormContextValue | undefined>(undefined);

export function useForm(): FormContextValue {
  const context = useContext(FormContext);
  if (!context) throw new Error('fields of a schema belong in an OperationForm');
  return context;
}

/** `items[0].amount` as `items.0.amount`. */
export const pathOf = (field: string): string => field.replaceAll(/\[(\d+)\]/g, '.$1').replace(/^body\./, '');

/** Without the numbers of list items. */
export const memberPath = (path: string): string => path.replaceAll(/\.\d+(?=\.|$)/g, '');
