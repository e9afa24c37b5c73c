import type { FastifyRequest } from 'fastify';
import type { AccountEventType } from '#core/account/event.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { IdentityProviderDeps } from './deps.ts';
import { requestAppLanguage } from '../../foundation/http/input/request-language.ts';
import { deviceName } from '../../foundation/http/input/device-name.ts';
import {
  insertIdentityMail,
  type IdentityMailFacts,
  type IdentityMailKind,
  type NewIdentityMail,
} from './identity-mail-store.ts';
import { countUnsolicited } from '../../records/unsolicited-mail-store.ts';
import { embeddedIssuer } from './end-sign-ins.ts';

/** Dependencies of the embedded provider, which can run without the rest of the product. */
export type ProviderParts = Pick<IdentityProviderDeps, 'db' | 'clock' | 'publicUrl'> & {
  secretKey: Buffer;
  jobs: Pick<JobQueue, 'enqueue'>;
};

/** Dependencies for checking a person’s name, which must not resemble any of `serviceNames`. */
export type NamingParts = ProviderParts & { serviceNames: readonly string[] };

export async function queueIdentityMail(
  { clock, jobs }: Pick<ProviderParts, 'clock' | 'jobs'>,
  tx: Tx,
  mail: NewIdentityMail,
): Promise<void> {
  await jobs.enqueue(tx, 'send-identity-mail', { mailId: await insertIdentityMail(tx, mail, clock()) });
}

/**
 * Runs an action and queues a mail about it to the person with this id, in one transaction. Sends nothing if
 * the action returns undefined.
 */
export async function actAndNotify<T>(
  services: ProviderParts,
  about: Pick<NewIdentityMail, 'identityId' | 'kind' | 'facts'>,
  act: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTransaction(services.db, async (tx) => {
    const done = await act(tx);
    if (done !== undefined) await notifyPerson(services, tx, about);
    return done;
  });
}

export async function notifyPerson(
  services: ProviderParts,
  tx: Tx,
  about: Pick<NewIdentityMail, 'identityId' | 'kind' | 'facts'>,
): Promise<void> {
  const owner = await tx
    .selectFrom('identities')
    .select(['email', 'email_confirmed_at', 'first_name', 'last_name'])
    .where('id', '=', about.identityId)
    .executeTakeFirstOrThrow();
  const to = { name: `${owner.first_name} ${owner.last_name}`.trim(), address: owner.email };
  const counted = {
    kind: about.kind,
    address: owner.email,
    isConfirmed: owner.email_confirmed_at !== null,
  };
  // An unconfirmed address may belong to a stranger, so events of this account must not fill that mailbox.
  if ((await countUnsolicited(tx, counted, services.clock())) === 0)
    await queueIdentityMail(services, tx, { ...about, to });
  const type = eventOf[about.kind];
  if (type) {
    const detail = about.facts?.passkey ?? about.facts?.newEmail;
    await recordOfIdentity(tx, type, { ...about, detail }, services.clock());
  }
}

/**
 * Account event recorded for each kind of mail. Mails with a link that anyone can request are not recorded.
 */
const eventOf: Partial<Record<IdentityMailKind, AccountEventType>> = {
  'email-changed': 'email_changed',
  'password-changed': 'password_changed',
  'two-factor-on': 'two_factor_enabled',
  'two-factor-off': 'two_factor_disabled',
  'two-factor-guessed': 'two_factor_attempts_exceeded',
  'recovery-codes-made': 'recovery_codes_created',
  'recovery-code-used': 'recovery_code_used',
  'passkey-added': 'passkey_added',
  'passkey-removed': 'passkey_removed',
};

/**
 * Records the event in every account of the person, because account administrators must know how members sign
 * in. A person who has not signed in since signing up has no account yet.
 */
export async function recordOfIdentity(
  tx: Tx,
  type: AccountEventType,
  {
    identityId,
    facts,
    detail,
  }: Pick<NewIdentityMail, 'identityId' | 'facts'> & { detail?: string | undefined },
  now: number,
): Promise<void> {
  const memberships = await tx
    .selectFrom('users')
    .select(['account_id', 'id'])
    .where('issuer', '=', embeddedIssuer)
    .where('subject', '=', identityId)
    .where('removed_at', 'is', null)
    .execute();
  for (const { account_id, id } of memberships)
    await recordAccountEvent(tx, account_id, { type, userId: id, ip: facts?.ip, detail }, now);
}

/** Returns the IP address and device of a request for the text of a mail, and the language for the mail. */
export function requestOrigin(request: FastifyRequest): IdentityMailFacts {
  const device = deviceName(request.headers['user-agent']);
  const language = requestAppLanguage(request.headers);
  return { ip: request.ip, language, ...(device !== undefined && { device }) };
}
