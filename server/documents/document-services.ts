import type { Services } from '../services.ts';

export type DocumentServices = Services;
export type SendServices = Services;
