import { addressOf } from '#contract/address.ts';
import { brandPaths } from '#contract/paths.ts';
import { envelopeOf } from '../mail/mail-envelope.ts';
import { renderMailLayout } from '../mail/text/mail-layout.ts';
import { mailMessages } from '../mail/text/mail-words.ts';
import { MailDeferred } from '../mail/send-mail.ts';
import { isHandedOver } from '../../ports/mailer.ts';
import type { BrandingDeps } from './deps.ts';
import { findPendingReplyTo } from './reply-to.ts';
import { replyToToken } from './reply-to-link.ts';

/**
 * Sends the email with which a reply-to address is confirmed. The job may run twice, so the Message-ID stays
 * the same.
 */
export async function sendReplyToMail(services: BrandingDeps, askId: string): Promise<void> {
  const asking = await findPendingReplyTo(services, askId);
  if (!asking || isHandedOver(asking.state) || asking.state === 'bounced') return;
  const token = replyToToken(services.replyToKey, askId);
  const link = services.publicUrl + addressOf(brandPaths.showReplyTo, { params: { token } });
  const { language } = asking;
  const say = mailMessages(language);
  const text = {
    subject: say('replyTo.title'),
    heading: say('replyTo.title'),
    paragraphs: [
      say('replyTo.lead', {
        asker: asking.asker,
        address: asking.address,
        service: services.from.name,
      }),
    ],
    quote: '',
    action: say('replyTo.look'),
    small: [say('replyTo.until'), say('replyTo.ignore')],
  };
  const delivery = await services.mailer.deliver({
    from: services.from,
    to: { name: '', address: asking.address },
    subject: text.subject,
    ...(await renderMailLayout(text, link, language, { service: services.from.name })),
    ...envelopeOf(askId, { from: services.from }),
    attachments: [],
  });
  await services.db
    .updateTable('brands')
    .set({ reply_to_state: delivery.state })
    .where('account_id', '=', asking.accountId)
    .where('reply_to_request_id', '=', askId)
    .execute();
  if (delivery.state === 'deferred') throw new MailDeferred(`The reply-to mail ${askId} was postponed`);
}
