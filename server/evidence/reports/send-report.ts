import { may } from '#core/permission/permission.ts';
import { roleNamed } from '#core/permission/member.ts';
import { offers } from '#core/plan/plans.ts';
import { isRefusal } from '#core/refusal.ts';
import type { Language } from '#core/language/language.ts';
import { envelopeOf } from '../../messages/mail/mail-envelope.ts';
import { typed } from '../../messages/mail/text/mail-facts.ts';
import { renderMailLayout } from '../../messages/mail/text/mail-layout.ts';
import { mailMessages } from '../../messages/mail/text/mail-words.ts';
import { MailDeferred } from '../../messages/mail/send-mail.ts';
import { isHandedOver, type Mail } from '../../ports/mailer.ts';
import { isSuspended } from '../../records/member.ts';
import { readPlan } from '../../records/plan-store.ts';
import { findPreferences } from '../../records/preference-store.ts';
import type { ReportsDeps } from './deps.ts';
import { collectReport, MAX_PDF_ROWS } from './gather-report.ts';
import { reportPdf } from '../sealing/seal-report.ts';

type Which = { accountId: string; reportId: string };

/**
 * Emails the report of a period to the member who requested it, if the plan has reports and the member may
 * still read them. Runs as a job and may run twice: the Message-ID stays the same, and a delivered report is
 * not sent again.
 */
export async function sendReport(services: ReportsDeps, { accountId, reportId }: Which): Promise<void> {
  const { db, mailer } = services;
  const row = await db
    .selectFrom('report_mails')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', reportId)
    .executeTakeFirst();
  if (!row || isHandedOver(row.state) || row.state === 'bounced' || row.state === 'left') return;
  const to = await reader(services, accountId, row.user_id);
  if (!to) return note(services, { accountId, reportId }, { state: 'left', reply: '' });
  const scope = {
    from: row.period_from.toISOString(),
    to: row.period_to.toISOString(),
    person: null,
    document: null,
    folder: null,
  };
  const report = await collectReport(services, { accountId, ...to }, scope, MAX_PDF_ROWS);
  const file = isRefusal(report) ? undefined : await reportPdf(services, report);
  const delivery = await mailer.deliver(await compose(services, reportId, to, scope.from.slice(0, 10), file));
  await note(services, { accountId, reportId }, delivery);
  if (delivery.state === 'deferred') throw new MailDeferred(`Report ${reportId} was postponed`);
}

type Reader = { name: string; email: string; language: Language };

async function reader(services: ReportsDeps, accountId: string, userId: string): Promise<Reader | undefined> {
  const { db } = services;
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user || user.email_confirmed_at === null) return undefined;
  if (await isSuspended(db, accountId)) return undefined;
  if (user.removed_at !== null || !may({ role: roleNamed(user.role) }, 'account.audit')) return undefined;
  if (!offers(await readPlan(db, accountId, services), 'reports')) return undefined;
  const { language } = await findPreferences(db, { accountId, userId });
  const name = `${user.first_name} ${user.last_name}`.trim();
  return { name, email: user.email, language: language ?? 'en' };
}

/** Omits an attachment that is too large. Members can then create smaller reports on the page. */
async function compose(
  services: ReportsDeps,
  id: string,
  { name, email, language }: Reader,
  since: string,
  file: Uint8Array | undefined,
): Promise<Mail> {
  const say = mailMessages(language);
  const text = {
    subject: say('report.subject', { date: since }),
    heading: say('report.heading'),
    paragraphs: [say(file ? 'report.text' : 'report.tooLong')],
    quote: '',
    action: say('report.open'),
    small: file ? [say('report.check')] : [],
  };
  return {
    from: services.from,
    to: { name: typed(name), address: email },
    subject: text.subject,
    ...(await renderMailLayout(text, `${services.publicUrl}/audit`, language, {
      service: services.from.name,
    })),
    ...envelopeOf(id, services),
    attachments: file
      ? [{ filename: `audit-report-${since}.pdf`, mediaType: 'application/pdf', bytes: file }]
      : [],
  };
}

async function note(
  { db }: ReportsDeps,
  { accountId, reportId }: Which,
  { state, reply }: { state: string; reply: string },
): Promise<void> {
  await db
    .updateTable('report_mails')
    .set((row) => ({ state, reply: reply.slice(0, 300), attempts: row('attempts', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', reportId)
    .where('state', 'not in', ['accepted', 'written'])
    .execute();
}
