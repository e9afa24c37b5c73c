import { z } from 'zod';

/** A kind of job for tests that kill the process. */
export const greetingJobs = { greet: { payload: z.strictObject({ name: z.string() }) } };

/** As short as pg-boss allows: a killed server's jobs come back after this. */
export const greetingTimes = { heartbeatSeconds: 10, superviseSeconds: 1 };
