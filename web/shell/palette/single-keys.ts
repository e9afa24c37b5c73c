import { browserStore, keep, readKeptValue } from '../../kit/kept.ts';

const name = 'single-key shortcuts';

/**
 * Returns whether shortcuts of single keys are on in this browser. People who dictate or whose hand trembles press
 * such keys unintentionally, so that they can be turned off (WCAG 2.1.4).
 */
export const hasSingleKeys = (): boolean => readKeptValue(browserStore(), name) !== 'off';

export function setSingleKeys(on: boolean): void {
  keep(browserStore(), name, on ? 'on' : 'off');
}
