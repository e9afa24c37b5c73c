import { addressOf } from '#contract/address.ts';
import { formPagePaths } from '#contract/paths.ts';
import { defang } from '#core/language/defang.ts';
import { languageFor } from '#core/language/language.ts';
import { identityLink } from '../../accounts/identity-provider/identity-link.ts';
import { isBlocked } from '../../records/mail-choice-store.ts';
import { envelopeOf } from '../../messages/mail/mail-envelope.ts';
import { renderMailLayout } from '../../messages/mail/text/mail-layout.ts';
import { mailMessages } from '../../messages/mail/text/mail-words.ts';
import { MailDeferred } from '../../messages/mail/send-mail.ts';
import { isHandedOver, type Mail } from '../../ports/mailer.ts';
import { findSender } from '../../records/sender-store.ts';
import type { PublicFormsDeps } from './deps.ts';
import { findTemplate } from '../templates/template-store.ts';
import { entryCode } from './form-secrets.ts';
import { findForm, type FormEntry, type PublicForm } from './form-store.ts';

/**
 * Emails a code, and a link for visitors who closed the page, to confirm that the reader requested a
 * document. Runs as a job and may run twice, with the same Message-ID. Recipients who blocked the account get
 * no email.
 */
export async function sendFormMail(
  services: PublicFormsDeps,
  { accountId, entryId }: { accountId: string; entryId: string },
): Promise<void> {
  const row = await services.db
    .selectFrom('form_entries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', entryId)
    .executeTakeFirst();
  if (!row || row.confirmed_at || row.mail_state === 'bounced' || isHandedOver(row.mail_state)) return;
  const form = await findForm(services.db, { accountId, templateId: row.template_id });
  if (!form) return;
  const blocked = await isBlocked(services.db, { accountId, address: row.email });
  const mail = blocked ? undefined : await composeMail(services, form, row);
  const state = mail ? (await services.mailer.deliver(mail)).state : 'blocked';
  await services.db
    .updateTable('form_entries')
    .set({ mail_state: state })
    .where('account_id', '=', accountId)
    .where('id', '=', entryId)
    .execute();
  if (state === 'deferred') throw new MailDeferred(`Form mail ${entryId} was postponed`);
}

async function composeMail(
  services: PublicFormsDeps,
  form: PublicForm,
  { id, name, email, language: asked }: Pick<FormEntry, 'id' | 'name' | 'email' | 'language'>,
): Promise<Mail> {
  const language = languageFor([asked]);
  const say = mailMessages(language);
  const sender = await findSender(services.db, form);
  const template = await findTemplate(services.db, form.accountId, form.templateId);
  const code = entryCode(services.formKey, id);
  const facts = {
    title: defang(template?.name ?? ''),
    sender: defang(sender.name) || sender.email,
    address: sender.email,
  };
  const token = identityLink(services.formKey, id);
  const text = {
    subject: say('form.mail.subject', { ...facts, code }),
    heading: say('code.heading', { code }),
    // The email does not use the name, because an unverified visitor typed it.
    paragraphs: [
      say('greetingNoName'),
      say('form.mail.text', { ...facts, name: defang(name) }),
      say('form.mail.closed'),
    ],
    quote: '',
    action: say('form.mail.action'),
    small: [say('code.secret')],
  };
  return {
    from: services.from,
    to: { name: '', address: email },
    subject: text.subject,
    ...(await renderMailLayout(
      text,
      `${services.publicUrl}${addressOf(formPagePaths.showEntry, { params: { token } })}`,
      language,
      { service: services.from.name },
    )),
    ...envelopeOf(id, services),
    attachments: [],
  };
}
