import type { ComponentType } from 'react';

/** Further items of the bar, before the search. Each decides by the session whether it shows. */
export const barItems: readonly ComponentType[] = [];
