/**
 * Test files that mostly wait: for a lease to end, for a job to be retried, or for a killed process to
 * restart. `npm test` runs them one after the other and in parallel with the rest, so that their waiting
 * takes no extra time (scripts/checks/unit-tests.mjs).
 */
const waiting = [
  'server/foundation/db/embedded/embedded-database.test.ts',
  'server/foundation/db/kill-writer.test.ts',
  'server/foundation/jobs/job-queue.test.ts',
  'server/foundation/jobs/kill-worker.test.ts',
  'server/api/realtime/live.test.ts',
  'server/messages/mail/mail-under-fire.test.ts',
  'server/messages/mail/send-mail.test.ts',
  'server/operations/support/support.test.ts',
];

/** Returns the files that a vitest run includes, which are all of them without `TEST_PART`. */
export function filesOfPart(include: string[]): { include: string[]; exclude?: string[] } {
  const part = process.env['TEST_PART'];
  if (part === 'waiting')
    return { include: include.flatMap((glob) => (glob.startsWith('{server') ? waiting : [])) };
  return part === 'working' ? { include, exclude: ['**/node_modules/**', ...waiting] } : { include };
}
