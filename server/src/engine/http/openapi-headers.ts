/** Header that every response has. */
export const requestIdHeader = {
  'X-Request-Id': { schema: { type: 'string' }, description: 'Identifies this request in the log' },
};
