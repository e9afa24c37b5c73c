import { z } from 'zod';

/** A kind of job for tests that kill the process. */
export const greetingJobs = { greet: { payload: z.strictObject({ name: z.string() }) } };

/** The minimum that pg-boss allows. A killed server's jobs are requeued after this time. */
export const greetingTimes = { heartbeatSeconds: 10, superviseSeconds: 1 };
