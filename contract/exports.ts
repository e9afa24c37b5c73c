import { z } from 'zod';

/** An archive of the whole account, finished or in progress. */
export const accountExport = z.object({
  id: z.string(),
  state: z.enum(['making', 'ready', 'failed', 'removed']),
  askedAt: z.string(),
  /** Completed steps and the total, which is 0 while it is unknown. */
  done: z.number(),
  steps: z.number(),
  /** Bytes. */
  size: z.number().nullable(),
  /** Files that no longer exist and are therefore not included. */
  missing: z.number(),
  /** Expiry of the download. */
  endsAt: z.string().nullable(),
});
export type AccountExport = z.infer<typeof accountExport>;

/** GET /api/account/exports, newest first. */
export const accountExports = z.array(accountExport);
