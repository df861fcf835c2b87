/** Choices of the person at this browser, kept in localStorage. */
const SINGLE_KEYS = 'causeway.console.single-keys';

export const singleKeys = {
  areOn: (): boolean => localStorage.getItem(SINGLE_KEYS) !== 'off',
  set: (isOn: boolean): void => localStorage.setItem(SINGLE_KEYS, isOn ? 'on' : 'off'),
};
