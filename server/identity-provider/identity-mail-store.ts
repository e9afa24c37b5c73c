import type { Kysely, Selectable } from 'kysely';
import { daysToAccept } from '#core/account/team.ts';
import { spokenOf, type Language } from '#core/language/language.ts';
import { hoursToConfirm } from './remove-identity.ts';
import { newId } from '../db/new-id.ts';
import type { IdentityMailsTable, Schema } from '../db/schema.ts';
import type { Tx } from '../db/transaction.ts';

/** Mails to a member, wherever they sign in, that are about no document. */
const memberMailKinds = [
  'confirm-address', // to a member who signs in at another provider, with a link
  'join-account', // of a member to whom they invite into their account, with a link
  'webhook-failed', // to who looks after webhooks: events were given up, or
  'webhook-off', // it was switched off
  'webhook-key-gone', // it was switched off with the key that made it
  'sender-domain-lost', // to owners and admins: mails come from our address again
  'export-ready', // to the owner who asked for all of the account
  'export-failed',
  'closing-asked', // to owners and admins: an owner closes the account
  'closing-cancelled',
  'account-closed',
] as const;
type MemberMailKind = (typeof memberMailKinds)[number];

/** The occasions on which the embedded provider writes; each kind has its own text in identity-mail-text.ts. */
export const identityMailKinds = [
  'confirm-email', // to a new address, with a link
  'has-account', // to an address that somebody signed up with, and that has an account
  'reset-password', // with a link
  'email-changed', // to the address before
  'password-changed',
  'two-factor-on',
  'two-factor-off',
  'two-factor-guessed', // the password was right, and then too many codes were wrong
  'recovery-codes-made',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  ...memberMailKinds,
] as const;
export type IdentityMailKind = (typeof identityMailKinds)[number];

/** Hours for which the link in a mail of this kind is good. */
export const linkHours: Partial<Record<IdentityMailKind, number>> = {
  'confirm-email': hoursToConfirm,
  'confirm-address': 48,
  'join-account': daysToAccept * 24,
  'reset-password': 1,
};

/** Facts for the text of a mail, beside its kind. */
export type IdentityMailFacts = {
  /** Where it was done: an IP address and a browser. */
  ip?: string;
  device?: string;
  /** The language of that browser; for who has chosen none. */
  language?: Language;
  /** The name of a passkey. */
  passkey?: string;
  /** Recovery codes that are left. */
  left?: number;
  /** The address that replaces this one. */
  newEmail?: string;
  /** A domain to send from. */
  domain?: string;
  /** The address of a webhook. */
  endpoint?: string;
  /** Of an invitation: who invites, and into which account. */
  inviter?: string;
  account?: string;
  /** When something will happen, ISO 8601. */
  day?: string;
};

/** A member, however they sign in. */
export type MemberKey = { accountId: string; userId: string };

/** Whose a mail is: a person of the embedded provider, or a member who signs in at another one, or who invites. */
type OfIdentity = {
  kind: Exclude<IdentityMailKind, MemberMailKind>;
  identity_id: string;
  account_id: null;
  user_id: null;
};
type OfMember = { kind: MemberMailKind; identity_id: null; account_id: string; user_id: string };
type Row = Omit<Selectable<IdentityMailsTable>, keyof OfMember | 'facts'> & { facts: IdentityMailFacts };
export type PersonMailRow = Row & OfIdentity;
export type MemberMailRow = Row & OfMember;
export type IdentityMailRow = PersonMailRow | MemberMailRow;

export type NewIdentityMail = {
  identityId: string;
  kind: OfIdentity['kind'];
  to: { name: string; address: string };
  facts?: IdentityMailFacts;
};

export type NewMemberMail = Omit<NewIdentityMail, 'identityId' | 'kind'> & {
  member: MemberKey;
  kind: MemberMailKind;
};

/** Adds a mail and answers its id; whoever calls promises the job in the same transaction. */
export async function insertIdentityMail(
  tx: Tx,
  mail: NewIdentityMail | NewMemberMail,
  now: number,
): Promise<string> {
  const id = newId(now);
  const hours = linkHours[mail.kind];
  await tx
    .insertInto('identity_mails')
    .values({
      ...{ id, kind: mail.kind },
      ...('member' in mail
        ? { account_id: mail.member.accountId, user_id: mail.member.userId }
        : { identity_id: mail.identityId }),
      ...{ to_name: mail.to.name, to_address: mail.to.address, facts: mail.facts ?? {} },
      expires_at: hours === undefined ? null : new Date(now + hours * 3_600_000),
      created_at: new Date(now),
    })
    .execute();
  return id;
}

/** Makes the link of one mail worthless; a mail that has not gone out yet does not go any more. */
export async function spendMail(tx: Tx, id: string, now: number): Promise<void> {
  await tx
    .updateTable('identity_mails')
    .set({ used_at: new Date(now) })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute();
}

export async function findIdentityMail(db: Kysely<Schema>, id: string): Promise<IdentityMailRow | undefined> {
  const row = await db.selectFrom('identity_mails').selectAll().where('id', '=', id).executeTakeFirst();
  return row as IdentityMailRow | undefined;
}

/** The language that whoever a mail goes to has chosen in their settings. */
export async function languageOfMail(
  db: Kysely<Schema>,
  { identity_id, user_id }: IdentityMailRow,
): Promise<Language | undefined> {
  const row = await db
    .selectFrom('users')
    .innerJoin('preferences', (join) =>
      join
        .onRef('preferences.account_id', '=', 'users.account_id')
        .onRef('preferences.user_id', '=', 'users.id'),
    )
    .select('preferences.language')
    .where((user) =>
      identity_id === null
        ? user('users.id', '=', user_id)
        : user.and({ 'users.issuer': 'embedded', 'users.subject': identity_id }),
    )
    .executeTakeFirst();
  return spokenOf([row?.language ?? undefined]);
}

type MailOfKind<Kind> = Kind extends MemberMailKind ? MemberMailRow : PersonMailRow;

/** Uses the link of a mail up: once, before its end. Of two at the same moment one wins. */
export async function redeemIdentityMail<Kind extends IdentityMailKind>(
  tx: Tx,
  id: string,
  kind: Kind,
  now: number,
): Promise<MailOfKind<Kind> | undefined> {
  const row = await tx
    .updateTable('identity_mails')
    .set({ used_at: new Date(now) })
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returningAll()
    .executeTakeFirst();
  return row as MailOfKind<Kind> | undefined;
}

/** Makes the links of earlier mails of this kind worthless. */
export async function spendIdentityMails(
  tx: Tx,
  identityId: string,
  kind: IdentityMailKind,
  now: number,
): Promise<void> {
  await tx
    .updateTable('identity_mails')
    .set({ used_at: new Date(now) })
    .where('identity_id', '=', identityId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute();
}

/** The same for the mails that confirm the address of a member who signs in at another provider. */
export async function spendMemberMails(tx: Tx, { accountId, userId }: MemberKey, now: number): Promise<void> {
  await tx
    .updateTable('identity_mails')
    .set({ used_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'confirm-address')
    .where('used_at', 'is', null)
    .execute();
}
