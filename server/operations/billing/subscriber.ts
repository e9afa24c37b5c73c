import type { Asker } from '../../records/plan-store.ts';

/** The member who chooses a plan. */
export type Subscriber = {
  accountId: string;
  email: string;
  firstName: string;
  lastName: string;
  asker: Asker;
};
