import { defang } from '#core/language/defang.ts';
import { intlLocale, type Language } from '#core/language/language.ts';
import { loginPaths, pathOf } from '#contract/paths.ts';
import { identityLink } from '../../accounts/identity-provider/identity-link.ts';
import {
  findIdentityMail,
  languageOfMail,
  type IdentityMailKind,
  type IdentityMailRow,
} from '../../accounts/identity-provider/identity-mail-store.ts';
import { isHandedOver, type Mail } from '../../ports/mailer.ts';
import { saveDelivery } from '../../records/save-delivery.ts';
import type { MailDeps } from './deps.ts';
import { identityMailText } from './text/identity-mail-text.ts';
import { envelopeOf } from './mail-envelope.ts';
import { renderMailLayout } from './text/mail-layout.ts';
import { MailDeferred } from './send-mail.ts';

/** Path of each link, without its secret. */
const pages: Partial<Record<IdentityMailKind, string>> = {
  'confirm-email': `${pathOf(loginPaths.showConfirmEmail)}?link=`,
  'confirm-address': `${pathOf(loginPaths.showConfirmAddress)}?link=`,
  'reset-password': `${pathOf(loginPaths.showReset)}?link=`,
  // A page rendered in the browser. Neither servers nor logs see the part after #.
  'join-account': '/invitation#',
};

/** Pages that emails link to. They show nothing to visitors without a session. */
const places: Partial<Record<IdentityMailKind, string>> = {
  'webhook-failed': '/settings/webhooks',
  'webhook-off': '/settings/webhooks',
  'webhook-key-gone': '/settings/webhooks',
  'destination-failing': '/settings/destinations',
  'destination-off': '/settings/destinations',
  'sender-domain-lost': '/settings/email',
  'export-ready': '/settings/account#data',
  'export-failed': '/settings/account#data',
  'closing-asked': '/settings/account#data',
  'closing-cancelled': '/',
  'account-suspended': '/support',
  'suspension-lifted': '/',
  'ownership-received': '/',
  'ownership-passed': '/support',
  'ownership-received-from': '/',
  'owner-added': '/user-management',
  'owner-lost': '/user-management',
  'member-joined': '/user-management',
};

/**
 * Sends an email to a user of the embedded provider. Runs as a job and may run twice, with the same
 * Message-ID.
 */
export async function sendIdentityMail(services: MailDeps, mailId: string): Promise<void> {
  const row = await findIdentityMail(services.db, mailId);
  if (!row || isHandedOver(row.state) || row.state === 'bounced') return;
  if (isWorthless(row, services.clock())) return;
  const delivery = await services.mailer.deliver(await composeMail(services, row));
  await saveDelivery(services.db, 'identity_mails', row.id, delivery, services.clock());
  if (delivery.state === 'deferred') throw new MailDeferred(`Identity mail ${mailId} was postponed`);
}

/** A link that has expired or was replaced is not sent. */
function isWorthless({ expires_at, used_at }: IdentityMailRow, now: number): boolean {
  return expires_at !== null && (used_at !== null || expires_at.getTime() <= now);
}

async function composeMail(services: MailDeps, row: IdentityMailRow): Promise<Mail> {
  const name = defang(row.to_name.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim());
  const language = (await languageOfMail(services.db, row)) ?? row.facts.language ?? 'en';
  const { passkey = '', device = '', endpoint = '', domain = '' } = row.facts;
  const { inviter = '', member = '', account = '' } = row.facts;
  const shown = {
    passkey: defang(passkey),
    device: defang(device),
    endpoint: defang(endpoint),
    inviter: defang(inviter),
    member: defang(member),
    account: defang(account),
    domain: defang(domain),
  };
  const day = row.facts.day === undefined ? '' : inWords(new Date(row.facts.day), language);
  const facts = { ...row.facts, ...shown, day, language, at: inWords(row.created_at, language) };
  const text = identityMailText(row.kind, name, facts);
  const link = linkOf(services, row);
  return {
    from: services.from,
    to: { name, address: row.to_address },
    subject: text.subject,
    ...(await renderMailLayout(text, link, language, { service: services.from.name })),
    ...envelopeOf(row.id, { from: services.from }),
    attachments: [],
  };
}

function linkOf({ publicUrl, identityLinkKey }: MailDeps, { kind, id }: IdentityMailRow): string | null {
  const [page, place] = [pages[kind], places[kind]];
  if (page !== undefined) return `${publicUrl}${page}${identityLink(identityLinkKey, id)}`;
  return place === undefined ? null : `${publicUrl}${place}`;
}

function inWords(at: Date, language: Language): string {
  const format = new Intl.DateTimeFormat(intlLocale(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(at)} UTC`;
}
