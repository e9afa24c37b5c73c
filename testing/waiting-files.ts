/**
 * Test files that wait most of their time: for a lease to end, for a job that is tried again, for a process that was
 * killed and starts anew. `npm test` runs them one after the other beside the rest, where their waiting costs nobody
 * anything (scripts/checks/unit-tests.mjs).
 */
const waiting = [
  'server/db/embedded/embedded-database.test.ts',
  'server/db/kill-writer.test.ts',
  'server/jobs/job-queue.test.ts',
  'server/jobs/kill-worker.test.ts',
  'server/live/live.test.ts',
  'server/mail/mail-under-fire.test.ts',
  'server/mail/send-mail.test.ts',
  'server/sealing/torture.test.ts',
  'server/support/support.test.ts',
];

/** Which files a run of vitest takes; all of them where nobody says `TEST_PART`. */
export function filesOfPart(include: string[]): { include: string[]; exclude?: string[] } {
  const part = process.env['TEST_PART'];
  if (part === 'waiting')
    return { include: include.flatMap((glob) => (glob.startsWith('{server') ? waiting : [])) };
  return part === 'working' ? { include, exclude: ['**/node_modules/**', ...waiting] } : { include };
}
