import { stated } from '../kit/stated.ts';

/** True if the server states in the page that plans are off: nothing is limited, and nothing is sold. */
export const arePlansOff = (): boolean => stated('plans') !== undefined;
