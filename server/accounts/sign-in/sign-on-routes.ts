import { addressOf } from '#contract/address.ts';
import { signInPaths } from '#contract/paths.ts';
import { randomBytes } from 'node:crypto';
import { claimRecord, signOnDomain } from '#core/account/sign-on.ts';
import { mustHaveTeam, unconfirmedAct } from '#core/account/team.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { AccountEventType } from '#core/account/event.ts';
import { signOnRows, type SignOnAnswer, type signOnBody } from '#contract/accounts/sign-on.ts';
import type { z } from 'zod';
import { inTransaction, sqlState, type Tx } from '../../foundation/db/transaction.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import type { SignInDeps } from './deps.ts';
import { accountProvider, returnOfSignOn } from './account-provider.ts';
import { confirmPerson, isConfirmedAct, passwordGate } from './password-gate.ts';
import {
  findSignOn,
  findSignOnOf,
  lockSignOn,
  recordOf,
  sealClientSecret,
  setApart,
  releaseDomain,
  type SignOn,
} from './sign-on-store.ts';

type Given = z.output<typeof signOnBody>;

/** Routes for owners to configure the account's single sign-on. */
export function signOnRoutes(parts: SignInDeps): Routes {
  const view = async ({ accountId }: SignedInUser): Promise<SignOnAnswer> =>
    viewOf(parts, accountId, await findSignOn(parts.db, accountId));
  const gate = passwordGate(parts);
  return (app) => {
    serve(app, signOnRows.readSignOn, ({ user }) => view(user));
    serve(
      app,
      signOnRows.putSignOn,
      async ({ user, body }) =>
        (await confirmPerson(gate, user, body.password)) ?? (await put(parts, user, body)) ?? view(user),
    );
    serve(app, signOnRows.verifyDomain, async ({ user }) => (await claim(parts, user)) ?? view(user));
    serve(app, signOnRows.enforceSignOn, async ({ user, body: { enforced, password } }) => {
      const isConfirmed = await isConfirmedAct(gate, user, password);
      if (isRefusal(isConfirmed)) return isConfirmed;
      return (await enforce(parts, user, { enforced, isConfirmed })) ?? view(user);
    });
    serve(
      app,
      signOnRows.deleteSignOn,
      async ({ user, body }) => (await confirmPerson(gate, user, body.password)) ?? remove(parts, user),
    );
  };
}

function viewOf({ config }: SignInDeps, accountId: string, signOn: SignOn | undefined): SignOnAnswer {
  return {
    redirectUri: `${config.publicUrl}${returnOfSignOn(accountId)}`,
    startUri: signOn
      ? `${config.publicUrl}${addressOf(signInPaths.signIn, { query: { domain: signOn.domain } })}`
      : null,
    signOn: signOn
      ? {
          issuer: signOn.issuer,
          clientId: signOn.clientId,
          domain: signOn.domain,
          role: signOn.role,
          roleClaim: signOn.roleClaim && { ...signOn.roleClaim, values: [...signOn.roleClaim.values] },
          record: recordOf(signOn),
          enforced: signOn.enforced,
          verifiedAt: signOn.verifiedAt?.toISOString() ?? null,
        }
      : null,
  };
}

/**
 * Saves the provider. A new domain must be proved again, and the stored secret is reused only for the same
 * provider and client.
 */
async function put(parts: SignInDeps, user: SignedInUser, given: Given): Promise<Refusal | undefined> {
  const noTeam = mustHaveTeam(user.plan);
  if (noTeam) return noTeam;
  const domain = signOnDomain(given.domain);
  if (isRefusal(domain)) return domain;
  const next = nextOf(parts, await findSignOn(parts.db, user.accountId), { ...given, domain }, user);
  if (!next) return secretMissing;
  if (!(await answers(parts, next))) return issuerUnfit;
  return inTransaction(parts.db, async (tx) => {
    // Read again under a lock, since checking the provider takes a while.
    const before = await lockSignOn(tx, user.accountId);
    const saved = nextOf(parts, before, { ...given, domain }, user);
    if (!saved) return secretMissing;
    await save(parts, tx, saved);
    if (before && !isSameClient(before, saved)) {
      await endSessions(tx, user);
      await setApart(tx, before);
    }
    await releaseDomain(tx, saved);
    await record(parts, tx, user, 'sign_on_set', settingsOf(saved));
    return undefined;
  });
}

/** Returns the settings in the form that the audit trail records. */
function settingsOf({ issuer, domain, roleClaim }: SignOn): string {
  const roles = roleClaim?.values.map(({ value, role }) => `${value} → ${role}`).join(', ');
  return [`${issuer}, ${domain}`, roleClaim && `${roleClaim.name}: ${roles}`].filter(Boolean).join('; ');
}

function nextOf(
  { config }: SignInDeps,
  before: SignOn | undefined,
  { issuer, clientId, clientSecret, domain, role, roleClaim }: Given,
  { accountId }: SignedInUser,
): SignOn | undefined {
  const same = before !== undefined && isSameClient(before, { issuer, clientId });
  const given = clientSecret ? sealClientSecret(config.secretKey, accountId, clientSecret) : undefined;
  const secret = given ?? (same ? before.secret : undefined);
  if (secret === undefined) return undefined;
  const kept = before?.domain === domain;
  return {
    accountId,
    issuer,
    clientId,
    secret,
    domain,
    role,
    roleClaim: roleClaim ?? null,
    claim: kept ? before.claim : randomBytes(24).toString('base64url'),
    verifiedAt: kept ? before.verifiedAt : null,
    enforced: kept && before.enforced,
  };
}

type Client = Pick<SignOn, 'issuer' | 'clientId'>;
const isSameClient = (one: Client, other: Client): boolean =>
  one.issuer === other.issuer && one.clientId === other.clientId;

/** Returns true if the provider is reachable and reports the expected issuer. */
async function answers({ config, outbound }: SignInDeps, signOn: SignOn): Promise<boolean> {
  if (!outbound.takes(signOn.issuer)) return false;
  return accountProvider(config, outbound, signOn)
    .start(config.publicUrl)
    .then(
      () => true,
      () => false,
    );
}

async function claim(parts: SignInDeps, user: SignedInUser): Promise<Refusal | undefined> {
  const signOn = await findSignOn(parts.db, user.accountId);
  if (!signOn) return notSetUp;
  if (!(await isDomainProved(parts, signOn).catch(() => false))) return unproved;
  if (signOn.verifiedAt) return undefined;
  const holder = await findSignOnOf(parts.db, signOn.domain);
  // Another account holds the domain. That account loses it once its DNS record is gone.
  if (holder && (await isDomainProved(parts, holder).catch(() => true))) return taken;
  try {
    return await inTransaction(parts.db, async (tx) => {
      if (holder) await giveUp(parts, tx, holder);
      const now = await lockSignOn(tx, user.accountId);
      if (!now || now.domain !== signOn.domain || now.claim !== signOn.claim) return unproved;
      await save(parts, tx, { ...now, verifiedAt: new Date(parts.clock()) });
      await record(parts, tx, user, 'domain_verified', now.domain);
      return undefined;
    });
  } catch (error) {
    if (sqlState(error) === '23505') return taken;
    throw error;
  }
}

/**
 * Returns true if the DNS record that proves the domain exists now.
 *
 * @throws if the lookup fails, because that proves nothing
 */
async function isDomainProved({ domains }: SignInDeps, { domain, claim: text }: SignOn): Promise<boolean> {
  const { name, value } = claimRecord(domain, text);
  return (await domains.txt(name)).some((found) => found.trim() === value);
}

async function giveUp(
  { clock }: SignInDeps,
  tx: Tx,
  { accountId, domain, claim: text }: SignOn,
): Promise<void> {
  const given = await tx
    .updateTable('account_sign_ons')
    .set({ verified_at: null, enforced: false, updated_at: new Date(clock()) })
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .where('claim', '=', text)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  if (given.numUpdatedRows === 0n) return;
  await tx.deleteFrom('sessions').where('sign_on', '=', accountId).execute();
  await recordAccountEvent(tx, accountId, { type: 'domain_lost', detail: domain }, clock());
}

async function enforce(
  parts: SignInDeps,
  user: SignedInUser,
  { enforced, isConfirmed }: { enforced: boolean; isConfirmed: boolean },
): Promise<Refusal | undefined> {
  return inTransaction(parts.db, async (tx) => {
    const signOn = await lockSignOn(tx, user.accountId);
    if (!signOn) return notSetUp;
    if (!signOn.verifiedAt) return unproved;
    if (signOn.enforced === enforced) return undefined;
    if (!enforced && !isConfirmed) return unconfirmedAct;
    await save(parts, tx, { ...signOn, enforced });
    const type = enforced ? 'sign_on_enforced' : 'sign_on_not_enforced';
    await record(parts, tx, user, type, signOn.domain);
    return undefined;
  });
}

async function remove(parts: SignInDeps, user: SignedInUser): Promise<Refusal | undefined> {
  return inTransaction(parts.db, async (tx) => {
    const signOn = await lockSignOn(tx, user.accountId);
    if (!signOn) return notSetUp;
    await tx.deleteFrom('account_sign_ons').where('account_id', '=', user.accountId).execute();
    await endSessions(tx, user);
    await setApart(tx, signOn);
    await record(parts, tx, user, 'sign_on_removed', `${signOn.issuer}, ${signOn.domain}`);
    return undefined;
  });
}

/** Ends all sessions that began at the removed provider, in any account, except the current one. */
async function endSessions(tx: Tx, { accountId, session }: SignedInUser): Promise<void> {
  await tx.deleteFrom('sessions').where('sign_on', '=', accountId).where('handle', '<>', session).execute();
}

async function save({ clock }: SignInDeps, tx: Tx, signOn: SignOn): Promise<void> {
  const row = {
    issuer: signOn.issuer,
    client_id: signOn.clientId,
    secret: signOn.secret,
    domain: signOn.domain,
    claim: signOn.claim,
    verified_at: signOn.verifiedAt,
    enforced: signOn.enforced,
    role: signOn.role,
    role_claim: signOn.roleClaim?.name ?? null,
    role_values: signOn.roleClaim?.values ?? [],
    updated_at: new Date(clock()),
  };
  await tx
    .insertInto('account_sign_ons')
    .values({ account_id: signOn.accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute();
}

function record(
  { clock }: SignInDeps,
  tx: Tx,
  { accountId, userId, ip }: SignedInUser,
  type: AccountEventType,
  detail: string,
): Promise<void> {
  return recordAccountEvent(tx, accountId, { type, userId, ip, detail }, clock());
}

const notSetUp = refuse('not-found', 'Single sign-on is not set up.');
const secretMissing = refuse('secret-missing', 'Enter the client secret from the provider.');
const issuerUnfit = refuse(
  'issuer-invalid',
  'No OpenID provider responds at this address. Enter its issuer URL, such as https://login.example.com.',
);
const unproved = refuse(
  'domain-not-verified',
  'The DNS record was not found. Add it to your domain, wait a few minutes and try again.',
);
const taken = refuse(
  'domain-taken',
  'Another account has verified this domain. Contact support if it is yours.',
);
