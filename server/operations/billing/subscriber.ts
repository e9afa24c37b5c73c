import type { Asker } from '../../records/plan-store.ts';

export type Subscriber = {
  accountId: string;
  email: string;
  firstName: string;
  lastName: string;
  asker: Asker;
};
