const MAX_FIELD = 200;

/** First invalid field of a rejection. List positions are removed, so that equal mistakes have equal names. */
export function firstInvalidField(rejection: unknown): string | null {
  const { details } = (rejection ?? {}) as { details?: { errors?: { field?: unknown }[] } };
  const field = details?.errors?.[0]?.field;
  if (typeof field !== 'string') return null;
  return field.slice(0, MAX_FIELD).replaceAll(/(?<=\.|^)\d+(?=\.|$)/g, '*');
}
