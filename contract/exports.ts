import { z } from 'zod';

/** An archive of all of the account, or the making of one. */
export const accountExport = z.object({
  id: z.string(),
  state: z.enum(['making', 'ready', 'failed', 'removed']),
  askedAt: z.string(),
  /** How many of how many steps are done; of none while nobody knows yet how many there are. */
  done: z.number(),
  steps: z.number(),
  /** Bytes. */
  size: z.number().nullable(),
  /** Files that are not there any more, and so not in it. */
  missing: z.number(),
  /** Until when it can be downloaded. */
  endsAt: z.string().nullable(),
});
export type AccountExport = z.infer<typeof accountExport>;

/** GET /api/account/exports: the newest first. */
export const accountExports = z.array(accountExport);
