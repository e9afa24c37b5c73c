import { stated } from '../kit/stated.ts';

/** True if the server wrote into the page that plans are off. Then nothing is limited and nothing is sold. */
export const arePlansOff = (): boolean => stated('plans') !== undefined;
