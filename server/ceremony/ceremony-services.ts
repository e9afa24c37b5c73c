import type { Services } from '../services.ts';

export type { Ceremony, Visitor } from './ceremony.ts';
export type CeremonyServices = Services;
