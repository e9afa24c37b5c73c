import { browserStore, keep, readKeptValue } from '../../kit/kept.ts';

const name = 'single-key shortcuts';

/**
 * Returns true if single-key shortcuts are on in this browser. People who dictate or whose hands tremble
 * press such keys unintentionally, so they can be turned off (WCAG 2.1.4).
 */
export const hasSingleKeys = (): boolean => readKeptValue(browserStore(), name) !== 'off';

export function setSingleKeys(on: boolean): void {
  keep(browserStore(), name, on ? 'on' : 'off');
}
