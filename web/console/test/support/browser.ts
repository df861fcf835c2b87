import { afterAll, beforeAll, vi } from 'vitest';

export const ORIGIN = 'https://pay.example.com';

/**
 * Defines the globals of a browser that modules of the console read when they load. Tests import modules after this
 * call.
 */
export function inBrowser(): void {
  beforeAll(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal('location', new URL(`${ORIGIN}/console/`));
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });
}
