import { afterAll, beforeAll, vi } from 'vitest';

export const ORIGIN = 'https://pay.example.com';

/**
 * Gives the tests of a file the globals that modules of the console read when they are loaded. Such modules are imported by
 * the tests themselves, after this.
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
