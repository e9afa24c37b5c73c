import type { Kysely, Selectable } from 'kysely';
import { INVITATION_DAYS } from '#core/account/team.ts';
import { firstKnownLanguage, type Language } from '#core/language/language.ts';
import { hoursToConfirm } from './remove-identity.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { IdentityMailsTable, Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';

/** Mails to members that do not concern a document, regardless of their identity provider. */
const memberMailKinds = [
  'confirm-address', // to a member who signs in at another provider, with a link
  'join-account', // to a person whom a member invites into the account, with a link
  'webhook-failed', // to members who manage webhooks: some events could not be delivered
  'webhook-off', // the webhook was switched off
  'webhook-key-gone', // the webhook was switched off because its key was revoked
  'destination-failing', // to members who manage destinations: no file could be delivered for a day
  'destination-off', // the destination was switched off
  'sender-domain-lost', // to owners and admins: mails come from our address again
  'export-ready', // to the owner who requested the export
  'export-failed',
  'closing-asked', // to owners and admins: an owner is closing the account
  'closing-cancelled',
  'account-closed',
  'account-suspended', // to owners and admins: the operator suspended the account
  'suspension-lifted',
  'ownership-received', // to the new owner, by an action of the operator
  'ownership-passed', // to the previous owners
  'ownership-received-from', // to the new owner, from the previous one
  'ownership-given', // to the owner who transferred the account
  'owner-added', // to all owners: a member became one
  'owner-lost', // to all owners and the person: an owner lost that role
  'member-joined', // to the owners and the inviter: a person accepted an invitation
  'member-removed', // to the removed member: another member removed them
] as const;
type MemberMailKind = (typeof memberMailKinds)[number];

/** Mails of the embedded provider. Their texts are in identity-mail-text.ts. */
export const identityMailKinds = [
  'confirm-email', // to a new address, with a link
  'has-account', // to an address that already has an account: someone signed up with it again
  'reset-password', // with a link
  'email-changed', // to the previous address
  'password-changed',
  'two-factor-on',
  'two-factor-off',
  'two-factor-guessed', // to the owner: the password was correct, but too many wrong codes followed
  'recovery-codes-made',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  ...memberMailKinds,
] as const;
export type IdentityMailKind = (typeof identityMailKinds)[number];

/** Hours that the link in a mail of this kind is valid. */
export const linkHours: Partial<Record<IdentityMailKind, number>> = {
  'confirm-email': hoursToConfirm,
  'confirm-address': 48,
  'join-account': INVITATION_DAYS * 24,
  'reset-password': 1,
};

/** Values for the text of a mail, depending on its kind. */
export type IdentityMailFacts = {
  /** IP address of the browser that performed the action. */
  ip?: string;
  device?: string;
  /** The language of that browser, used for people who have not chosen one. */
  language?: Language;
  passkey?: string;
  /** Number of recovery codes left. */
  left?: number;
  newEmail?: string;
  domain?: string;
  endpoint?: string;
  /** For an invitation: the inviting member and the account. */
  inviter?: string;
  /** The member concerned. */
  member?: string;
  account?: string;
  /** When the change described in the mail will happen, in ISO 8601. */
  day?: string;
};

/** A member, regardless of how they sign in. */
export type MemberKey = { accountId: string; userId: string };

/** The recipient: a person of the embedded provider, or a member (who may sign in elsewhere). */
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

/** Inserts a mail and returns its id. The caller must queue the job in the same transaction. */
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
      id,
      kind: mail.kind,
      ...('member' in mail
        ? { account_id: mail.member.accountId, user_id: mail.member.userId }
        : { identity_id: mail.identityId }),
      to_name: mail.to.name,
      to_address: mail.to.address,
      facts: mail.facts ?? {},
      expires_at: hours === undefined ? null : new Date(now + hours * 3_600_000),
      created_at: new Date(now),
    })
    .execute();
  return id;
}

/** Invalidates the link of a mail. A mail that is still queued will not be sent. */
export async function redeemMail(tx: Tx, id: string, now: number): Promise<void> {
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

/** Returns the language that the recipient has chosen in their settings. */
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
  return firstKnownLanguage([row?.language ?? undefined]);
}

type MailOfKind<Kind> = Kind extends MemberMailKind ? MemberMailRow : PersonMailRow;

/** Uses up the link of a mail if it has not expired. Of two concurrent requests only one gets the mail. */
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

/** Invalidates the links in earlier mails of this kind. */
export async function invalidateIdentityMails(
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

/** Invalidates the links in earlier mails that confirm the address of a member. */
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
