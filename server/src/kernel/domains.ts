const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/** A domain, with a port where it is on a machine of our own. */
export const DOMAIN = `^(${LABEL})(\\.${LABEL})*(:\\d{1,5})?$`;
