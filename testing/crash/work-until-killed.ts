// Takes greeting jobs, prints each name, and never finishes a job. The test kills this process.
import { openDatabase } from '#server/foundation/db/database.ts';
import { openJobQueue } from '#server/foundation/jobs/job-queue.ts';
import { greetingJobs, greetingTimes } from './greeting-jobs.ts';
import { locationFromArguments, say } from './location-from-arguments.ts';

const database = await openDatabase(locationFromArguments());
const queue = await openJobQueue(database, { jobs: greetingJobs, ...greetingTimes });
await queue.work({
  greet({ name }) {
    say(name);
    return new Promise(() => undefined);
  },
});
