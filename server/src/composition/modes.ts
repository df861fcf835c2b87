import type { Config } from '../config.ts';

/** A master key in the data directory suffices for the sandbox only. */
export const allowsProduction = ({ masterKeys }: Config): boolean => masterKeys.length > 0;
