import { sql } from 'kysely';
import { mailAddress } from '#core/recipient/mail-address.ts';
import { languageFor, type Language } from '#core/language/language.ts';
import { addressOf } from '#contract/address.ts';
import { dataRequestPaths } from '#contract/paths.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { identityLink } from '../../accounts/identity-provider/identity-link.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import { envelopeOf } from '../../messages/mail/mail-envelope.ts';
import { renderMailLayout } from '../../messages/mail/text/mail-layout.ts';
import { mailMessages } from '../../messages/mail/text/mail-words.ts';
import { MailDeferred } from '../../messages/mail/send-mail.ts';
import { isHandedOver } from '../../ports/mailer.ts';
import { countUnsolicited, deleteOldUnsolicited } from '../../records/unsolicited-mail-store.ts';
import type { DataRequestsDeps } from './deps.ts';

/** Milliseconds for which the link is valid, and the maximum number of emails to an address in that time. */
const linkGood = 86_400_000;
const mailsADay = 3;

/** Queues an email to the address. The response reveals nothing about the address or earlier requests. */
export async function requestOwnData(
  { db, jobs, clock }: Pick<DataRequestsDeps, 'db' | 'jobs' | 'clock'>,
  typed: string,
  language: Language,
): Promise<'mailed' | 'email-wrong'> {
  const email = mailAddress(typed);
  if (email === undefined) return 'email-wrong';
  const now = clock();
  await inTransaction(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext(${`own data ${email.toLowerCase()}`}))`.execute(tx);
    const asked = await tx
      .selectFrom('data_requests')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .where('requested_at', '>', new Date(now - linkGood))
      .executeTakeFirstOrThrow();
    if (Number(asked.count) >= mailsADay) return;
    if ((await countUnsolicited(tx, { kind: 'own-data', address: email }, now)) > 0) return;
    const id = newId(now);
    await tx
      .insertInto('data_requests')
      .values({ id, email, language, requested_at: new Date(now) })
      .execute();
    await jobs.enqueue(tx, 'send-own-data-mail', { askId: id });
  });
  return 'mailed';
}

/** Returns the address that requested this link; undefined if the link is older than a day. */
export async function requestedAddress(
  { db, clock }: Pick<DataRequestsDeps, 'db' | 'clock'>,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('data_requests')
    .select('email')
    .where('id', '=', id)
    .where('requested_at', '>', new Date(clock() - linkGood))
    .executeTakeFirst();
  return row?.email;
}

/** Emails the link. Runs as a job and may run twice, with the same Message-ID. */
export async function sendOwnDataMail(services: DataRequestsDeps, askId: string): Promise<void> {
  const row = await services.db
    .selectFrom('data_requests')
    .selectAll()
    .where('id', '=', askId)
    .executeTakeFirst();
  if (!row || row.state === 'bounced' || isHandedOver(row.state)) return;
  const language = languageFor([row.language]);
  const say = mailMessages(language);
  const text = {
    subject: say('ownData.mail.subject'),
    heading: say('ownData.mail.subject'),
    paragraphs: [say('greetingNoName'), say('ownData.mail.text')],
    quote: '',
    action: say('ownData.mail.action'),
    small: [say('ownData.mail.until'), say('ownData.mail.ignore')],
  };
  const token = identityLink(services.ownDataKey, askId);
  const link = `${services.publicUrl}${addressOf(dataRequestPaths.showDataLink, { params: { token } })}`;
  const { state } = await services.mailer.deliver({
    from: services.from,
    to: { name: '', address: row.email },
    subject: text.subject,
    ...(await renderMailLayout(text, link, language, { service: services.from.name })),
    ...envelopeOf(askId, services),
    attachments: [],
  });
  await services.db.updateTable('data_requests').set({ state }).where('id', '=', askId).execute();
  if (state === 'deferred') throw new MailDeferred(`The data request mail ${askId} was postponed`);
}

/** Deletes expired requests, and deletes counters of unsolicited emails after one day. */
export function watchOwnDataAsks({ db, clock }: Pick<DataRequestsDeps, 'db' | 'clock'>): {
  stop(): Promise<void>;
} {
  return repeat({
    name: 'asks for own data',
    everyMs: 3_600_000,
    async act() {
      await db
        .deleteFrom('data_requests')
        .where('requested_at', '<', new Date(clock() - linkGood))
        .execute();
      await deleteOldUnsolicited(db, clock());
    },
  });
}
