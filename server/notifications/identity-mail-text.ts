import type { IdentityMailFacts, IdentityMailKind } from '../identity/identity-mail-store.ts';
import type { MailText } from './mail-text.ts';

/** What the embedded provider says to its people, in words. `name` may be empty. */
export function identityMailText(
  kind: IdentityMailKind,
  name: string,
  facts: IdentityMailFacts & { at: string },
): MailText {
  const { subject, say, action = null, small = [notYou] } = texts[kind];
  const where = [facts.device, facts.ip].filter(Boolean).join(', ');
  const from = where === '' ? [] : [`${facts.at}, from ${where}.`];
  const told = action === null ? from : [];
  return {
    subject,
    heading: subject,
    paragraphs: [name === '' ? 'Hello,' : `Hello ${name},`, say(facts), ...told],
    quote: '',
    action,
    small,
  };
}

type Words = {
  subject: string;
  say(facts: IdentityMailFacts): string;
  /** On the button; only kinds whose mails carry a link have one. */
  action?: string;
  small?: string[];
};

const notYou =
  'If it was not you, set a new password at once with ‘Forgot your password?’ on the sign-in page: that signs everybody out.';

const texts: Record<IdentityMailKind, Words> = {
  'confirm-email': {
    subject: 'Confirm your email',
    say: () => 'Please confirm that this address is yours, so that news about your documents reaches you.',
    action: 'Confirm your email',
    small: ['The link works for a week.', 'If you have no account here, you can ignore this message.'],
  },
  'reset-password': {
    subject: 'Set a new password',
    say: () => 'Somebody, perhaps you, has asked for a new password for your account.',
    action: 'Set a new password',
    small: [
      'The link works once, for an hour.',
      'If it was not you, you can ignore this message: your password stays as it is.',
    ],
  },
  'email-changed': {
    subject: 'Your email was changed',
    say: ({ newEmail }) => `Your account is now known by ${newEmail}, and its mails go there.`,
    small: ['If it was not you, reply to the people who run this service at once.'],
  },
  'password-changed': {
    subject: 'Your password was changed',
    say: () => 'Your password was changed, and all other sessions were signed out.',
  },
  'two-factor-on': {
    subject: 'Two-factor sign-in is on',
    say: () => 'From now on your account asks for a code of your authenticator app when you sign in.',
  },
  'two-factor-off': {
    subject: 'Two-factor sign-in is off',
    say: () => 'From now on your account asks for your password only. Your recovery codes are worthless.',
  },
  'two-factor-guessed': {
    subject: 'Wrong codes at your sign-in',
    say: () =>
      'Somebody typed your password and then several wrong codes, and was not let in. If it was not you, your password is known to somebody else.',
  },
  'recovery-codes-made': {
    subject: 'New recovery codes',
    say: () => 'New recovery codes were made for your account. Those before do not work any more.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    say: ({ left = 0 }) =>
      `Somebody signed in to your account with a recovery code. ${left === 1 ? 'One code is' : `${left} codes are`} left.`,
  },
  'passkey-added': {
    subject: 'A passkey was added',
    say: ({ passkey = '' }) => `The passkey ‘${passkey}’ can now sign in to your account.`,
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    say: ({ passkey = '' }) => `The passkey ‘${passkey}’ can no longer sign in to your account.`,
  },
};
