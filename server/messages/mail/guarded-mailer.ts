import { problemForSender } from '#core/mail/mail-problem.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { countDelivery } from '../../foundation/http/health/process-metrics.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import { mailJobs } from '../../foundation/jobs/jobs.ts';
import { isHandedOver, type Delivery, type Mailer } from '../../ports/mailer.ts';
import { clearMailProblems, findPause, recordMailProblem } from './mail-problem-store.ts';

/**
 * Wraps a mailer and remembers why the mail server refuses this installation. As long as the server would
 * refuse every email, tries only one occasionally and postpones the others until one is accepted.
 */
export function guardMailer(mailer: Mailer, { db, jobs }: { db: Kysely<Schema>; jobs: JobQueue }): Mailer {
  async function note(delivery: Delivery): Promise<void> {
    if (delivery.state === 'deferred' && delivery.trouble) return recordMailProblem(db, delivery.trouble);
    if (isHandedOver(delivery.state) && (await clearMailProblems(db))) await jobs.hasten(mailJobs);
  }
  return {
    findTrouble: () => mailer.findTrouble(),
    close: () => mailer.close(),
    async deliver(mail) {
      const pause = await findPause(db);
      if (pause) {
        countDelivery('postponed');
        return { state: 'deferred', reply: problemForSender(pause.kind), trouble: pause };
      }
      const delivery = await mailer.deliver(mail);
      countDelivery(delivery.state);
      // The delivery has already succeeded or failed. If it cannot be recorded, the caller must not send the
      // email again.
      await note(delivery).catch(() => undefined);
      return delivery;
    },
  };
}
