/**
 * Platform id of the service's own books: money at its banks that belongs to no platform (yet). It has no token and no
 * configuration, and no list returns it.
 */
export const SERVICE_BOOK = 'Platform:00000000-0000-7000-8000-000000000000';
