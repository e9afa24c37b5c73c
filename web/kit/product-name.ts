import { stated } from './stated.ts';

/** Returns the name of the service; the operator can set it. The server writes it into the page. */
export const productName = (): string => stated('application-name') ?? 'Countersign';
