/** Messages of the server about the members of a request. */
export interface FieldErrors {
  /** Message of the server about the member at a path: `accountInfo.iban`, `items.0.amount`. */
  errorOf: (path: string) => string | undefined;
  /** True if the server has a message about a member below the path. */
  hasErrorBelow: (path: string) => boolean;
}

export function fieldErrorsOf(errors: readonly { field: string; message?: string }[]): FieldErrors {
  const messages = new Map(errors.map(({ field, message }) => [pathOf(field), message]));
  const paths = [...messages.keys()];
  return {
    errorOf: (path) => messages.get(path),
    hasErrorBelow: (path) => paths.some((one) => one === path || one.startsWith(`${path}.`)),
  };
}

/** `items[0].amount` as `items.0.amount`. */
const pathOf = (field: string): string => field.replaceAll(/\[(\d+)\]/g, '.$1').replace(/^body\./, '');

/** Without the numbers of list items. */
export const memberPath = (path: string): string => path.replaceAll(/\.\d+(?=\.|$)/g, '');
