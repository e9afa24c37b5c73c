import type { Asker } from '../records/plan-store.ts';

/** Who asks for a plan. */
export type Subscriber = {
  accountId: string;
  email: string;
  firstName: string;
  lastName: string;
  asker: Asker;
};
