import type { Texts } from '../../server/src/foundation/texts/en.ts';

declare const page: { texts: Texts['verification']['script'] };

export const { texts } = page;
