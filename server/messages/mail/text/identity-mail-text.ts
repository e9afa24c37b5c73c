import type { Language } from '#core/language/language.ts';
import {
  linkHours,
  type IdentityMailFacts,
  type IdentityMailKind,
} from '../../../accounts/identity-provider/identity-mail-store.ts';
import type { MailText } from './mail-text.ts';
import { mailMessages, type MailMessageKey } from './mail-words.ts';

/** Returns the embedded provider's email to a user. `name` may be empty, and `at` is a formatted time. */
export function identityMailText(
  kind: IdentityMailKind,
  name: string,
  facts: Omit<IdentityMailFacts, 'language'> & { at: string; language: Language },
): MailText {
  const say = mailMessages(facts.language);
  const { device = '', ip = '', passkey = '', newEmail = '', endpoint = '', left = 0, at } = facts;
  const { inviter = '', member = '', account = '', day = '', domain = '' } = facts;
  const where = [device, ip].filter((part) => part !== '').join(', ');
  const hasLink = linkHours[kind] !== undefined;
  const subject = say(`identity.${kind}.subject`);
  return {
    subject,
    heading: subject,
    paragraphs: [
      name === '' ? say('greetingNoName') : say('greeting', { name }),
      say(`identity.${kind}.text`, {
        passkey,
        newEmail,
        endpoint,
        inviter,
        member,
        account,
        day,
        domain,
        count: left,
      }),
      ...(hasLink || where === '' ? [] : [say('identity.from', { at, where })]),
    ],
    quote: '',
    action: opens[kind] ? say(opens[kind]) : hasLink ? subject : null,
    small: (small[kind] ?? ['identity.notYou']).map((word) => say(word)),
  };
}

/** Button labels. By default, the subject is used, which then names an action. */
const opens: Partial<Record<IdentityMailKind, MailMessageKey>> = {
  'join-account': 'identity.join-account.open',
  'webhook-failed': 'identity.webhook.open',
  'webhook-off': 'identity.webhook.open',
  'webhook-key-gone': 'identity.webhook.open',
  'destination-failing': 'identity.destination.open',
  'destination-off': 'identity.destination.open',
  'sender-domain-lost': 'identity.senderDomain.open',
  'export-ready': 'identity.export.open',
  'export-failed': 'identity.export.open',
  'closing-asked': 'identity.closing.open',
  'closing-cancelled': 'identity.closing-cancelled.open',
  'account-suspended': 'identity.operator.open',
  'suspension-lifted': 'identity.closing-cancelled.open',
  'ownership-received': 'identity.closing-cancelled.open',
  'ownership-passed': 'identity.operator.open',
  'ownership-received-from': 'identity.closing-cancelled.open',
  'owner-added': 'identity.people.open',
  'owner-lost': 'identity.people.open',
  'member-joined': 'identity.people.open',
};

/** Text at the end of the email. By default, it suggests changing the password. */
const small: Partial<Record<IdentityMailKind, MailMessageKey[]>> = {
  'confirm-email': ['identity.confirm-email.until', 'identity.confirm-email.notYou'],
  'confirm-address': ['identity.confirm-address.until', 'identity.confirm-email.notYou'],
  'has-account': ['identity.has-account.notYou'],
  'join-account': ['identity.join-account.until', 'identity.join-account.notYou'],
  'reset-password': ['identity.reset-password.until', 'identity.reset-password.notYou'],
  'email-changed': ['identity.email-changed.notYou'],
  'webhook-failed': [],
  'webhook-off': [],
  'webhook-key-gone': [],
  'destination-failing': [],
  'destination-off': [],
  'sender-domain-lost': [],
  'export-ready': ['identity.export.notYou'],
  'export-failed': [],
  'closing-asked': ['identity.closing.notYou'],
  'closing-cancelled': [],
  'account-closed': [],
  'account-suspended': ['identity.operator.ask'],
  'suspension-lifted': [],
  'ownership-received': ['identity.operator.ask'],
  'ownership-passed': ['identity.operator.ask'],
  'ownership-received-from': [],
  'owner-added': ['identity.owner-added.ask'],
  'owner-lost': ['identity.owner-added.ask'],
  'member-joined': ['identity.member-joined.ask'],
  'member-removed': ['identity.member-removed.ask'],
};
