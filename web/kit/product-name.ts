import { stated } from './stated.ts';

/** Returns the name of the service, which the operator can set. The server writes it into the page. */
export const productName = (): string => stated('application-name') ?? 'Countersign';
