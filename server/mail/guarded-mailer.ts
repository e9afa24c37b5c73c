import { troubleForSender } from '#core/mail/trouble.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { mailJobs } from '../jobs/jobs.ts';
import { isHandedOver, type Delivery, type Mailer } from '../ports/mailer.ts';
import { clearTroubles, findPause, noteTrouble } from './trouble-store.ts';

/**
 * A mailer that remembers why its server refuses this installation. While every email would be refused it tries one now
 * and then and puts the others off, and once one is taken the others follow.
 */
export function guardMailer(mailer: Mailer, { db, jobs }: { db: Kysely<Schema>; jobs: JobQueue }): Mailer {
  async function note(delivery: Delivery): Promise<void> {
    if (delivery.state === 'deferred' && delivery.trouble) return noteTrouble(db, delivery.trouble);
    if (isHandedOver(delivery.state) && (await clearTroubles(db))) await jobs.hasten(mailJobs);
  }
  return {
    findTrouble: () => mailer.findTrouble(),
    close: () => mailer.close(),
    async deliver(mail) {
      const pause = await findPause(db);
      if (pause) return { state: 'deferred', reply: troubleForSender(pause.kind), trouble: pause };
      const delivery = await mailer.deliver(mail);
      // The caller keeps the answer about this email; a failure of this note must not make it send the email twice.
      await note(delivery).catch(() => undefined);
      return delivery;
    },
  };
}
