import type { Services } from '../../services.ts';

export type LibraryServices = Services;
