const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/** Domain with an optional port. Ports are for test servers on one machine. */
export const DOMAIN = `^(${LABEL})(\\.${LABEL})*(:\\d{1,5})?$`;
