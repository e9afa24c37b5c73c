import type { FastifyRequest } from 'fastify';
import { accountRows } from '#contract/accounts/account.ts';
import { securityRows } from '#contract/accounts/security-routes.ts';
import type { OwnSecurity } from '#contract/accounts/security.ts';
import { addressDisposable, isDisposable } from '#core/account/sign-up.ts';
import { nameProblem, refuseName } from '#core/person/name.ts';
import { mailAddress } from '#core/recipient/mail-address.ts';
import { refuseUnsolicited } from '#core/mail/unsolicited.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { changePassword } from '../identity-provider/change-password.ts';
import { mailConfirmation } from '../identity-provider/confirm-email.ts';
import { embeddedIssuer } from '../identity-provider/end-sign-ins.ts';
import { findIdentity } from '../identity-provider/identities.ts';
import { passwordProblem } from '../identity-provider/password-problem.ts';
import { enrolmentAddress, secretAsText } from '../identity-provider/one-time-code.ts';
import { listPasskeys } from '../identity-provider/passkeys.ts';
import { signInMessages } from '../identity-provider/pages/sign-in-words.ts';
import { hasActiveSubscription } from '../identity-provider/still-paying.ts';
import { requestOrigin, type NamingParts, type ProviderParts } from '../identity-provider/notify-owner.ts';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  renewRecoveryCodes,
} from '../identity-provider/second-factor.ts';
import { managedByProvider, passwordGate, type PasswordGate } from './password-gate.ts';
import { passkeySettings } from './passkey-settings.ts';

type Disposable = { disposableDomains: ReadonlySet<string> };

/** Routes for people to manage how they sign in at the embedded provider (specification §2, /settings). */
export function securityRoutes(services: NamingParts & Disposable): Routes {
  return (app) => {
    const gate = passwordGate(services);
    overview(app, services, gate);
    profile(app, services, gate);
    password(app, services, gate);
    email(app, services, gate);
    secondFactor(app, services, gate);
    passkeySettings(app, services, gate);
  };
}

/** The same routes for an external provider. They only say where to manage these settings. */
export function managedElsewhereRoutes(address: string): Routes {
  return (app) => {
    serve(app, securityRows.readSecurity, () => ({ managed: 'elsewhere' as const, address }));
  };
}

function overview(app: App, { db, clock }: ProviderParts, gate: PasswordGate): void {
  serve(app, securityRows.readSecurity, async ({ user }) => {
    const id = await gate.identityOf(user);
    if (id === undefined) return { managed: 'elsewhere' as const, address: null };
    const { email, email_confirmed_at, password_changed_at, expires_at, paying } = await db
      .selectFrom('identities')
      .select(['email', 'email_confirmed_at', 'password_changed_at', 'expires_at'])
      .select(hasActiveSubscription(clock()).as('paying'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const factor = await findSecondFactor(db, id);
    const passkeys = await listPasskeys(db, id);
    return {
      managed: 'here' as const,
      email,
      emailConfirmed: email_confirmed_at !== null,
      confirmBy: paying ? null : (expires_at?.toISOString() ?? null),
      passwordChangedAt: password_changed_at?.toISOString() ?? null,
      twoFactor: factor
        ? { since: factor.since.toISOString(), recoveryCodesLeft: factor.recoveryCodesLeft }
        : null,
      passkeys: passkeys.map(passkeyView),
    } satisfies OwnSecurity;
  });
}

function passkeyView(passkey: Awaited<ReturnType<typeof listPasskeys>>[number]) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

function profile(app: App, { db, serviceNames }: NamingParts, gate: PasswordGate): void {
  serve(app, accountRows.changeProfile, async ({ user, body }) => {
    const id = await gate.identityOf(user);
    if (id === undefined) return managedByProvider;
    const names = { first_name: body.firstName.trim(), last_name: body.lastName.trim() };
    if (names.first_name === '' || names.last_name === '') return nameMissing;
    const problem = nameProblem(`${names.first_name} ${names.last_name}`, serviceNames);
    if (problem) return refuseName('name-invalid', 'The name', problem);
    return inTransaction(db, async (tx) => {
      await tx.updateTable('identities').set(names).where('id', '=', id).execute();
      await tx
        .updateTable('users')
        .set(names)
        .where('issuer', '=', embeddedIssuer)
        .where('subject', '=', id)
        .execute();
    });
  });
}

function password(app: App, services: ProviderParts, gate: PasswordGate): void {
  serve(app, securityRows.changePassword, async ({ user, body, request }) => {
    const identityId = await gate.open(user, body.password);
    if (isRefusal(identityId)) return identityId;
    const unfit = passwordProblem(body.newPassword, [user.email, user.firstName, user.lastName]);
    if (unfit) {
      return refuse('password-length-invalid', signInMessages('en').say(unfit.word, { count: unfit.count }));
    }
    const facts = requestOrigin(request);
    const change = { identityId, password: body.newPassword, keep: { session: user.session }, facts };
    return changePassword(services, change);
  });
}

function email(app: App, services: ProviderParts & Disposable, gate: PasswordGate): void {
  const mailed = burstLimiter(burstLimits.mailToAddress, services.clock);
  const mail = async (
    request: FastifyRequest,
    identityId: string,
    address?: string,
  ): Promise<Refusal | undefined> => {
    // Limited per requester and per address, since any number of people may request the same address or claim
    // that it is theirs.
    const theirs = address ?? (await findIdentity(services.db, identityId))?.email ?? '';
    const keys = [identityId, theirs.toLowerCase()];
    const wait = Math.max(...keys.map((key) => mailed.waitFor(key)));
    if (wait > 0) return { ...tooManyMails, retryAfter: wait };
    for (const key of keys) mailed.count(key);
    const full = await mailConfirmation(services, identityId, requestOrigin(request), address);
    return full > 0 ? refuseUnsolicited(theirs, full) : undefined;
  };
  serve(app, securityRows.changeEmail, async ({ user, body, request }) => {
    const identityId = await gate.open(user, body.password);
    if (isRefusal(identityId)) return identityId;
    const address = mailAddress(body.email);
    if (address === undefined) return emailInvalid;
    if (isDisposable(services.disposableDomains, address)) return addressDisposable;
    return mail(request, identityId, address);
  });
  serve(app, securityRows.confirmEmail, async ({ user, request }) => {
    const identityId = await gate.identityOf(user);
    return identityId === undefined ? managedByProvider : mail(request, identityId);
  });
}

function secondFactor(app: App, services: ProviderParts, gate: PasswordGate): void {
  const wrong = burstLimiter(burstLimits.wrongCode, services.clock);

  serve(app, securityRows.beginTwoFactor, async ({ user, body }) => {
    const identityId = await gate.open(user, body.password);
    if (isRefusal(identityId)) return identityId;
    const secret = await beginSecondFactor(services, identityId);
    if (!secret) return alreadyOn;
    const owner = await findIdentity(services.db, identityId);
    return {
      secret: secretAsText(secret),
      address: enrolmentAddress(secret, owner?.email ?? '', app.serviceName),
    };
  });
  serve(app, securityRows.endTwoFactor, async ({ user, body, request }) => {
    const identityId = await gate.open(user, body.password);
    if (isRefusal(identityId)) return identityId;
    // If there was no second factor to turn off, a session that began with a passkey still counts as
    // two-factor.
    if (await disableSecondFactor(services, identityId, requestOrigin(request)))
      await app.sessions.setFactor(user, false);
    return undefined;
  });
  serve(app, securityRows.renewRecoveryCodes, async ({ user, body, request }) => {
    const identityId = await gate.open(user, body.password);
    if (isRefusal(identityId)) return identityId;
    const recoveryCodes = await renewRecoveryCodes(services, identityId, requestOrigin(request));
    return recoveryCodes ? { recoveryCodes } : notOn;
  });

  serve(app, securityRows.confirmTwoFactor, async ({ user, body, request }) => {
    const identityId = await gate.identityOf(user);
    if (identityId === undefined) return managedByProvider;
    const wait = wrong.waitFor(identityId);
    if (wait > 0) return { ...tooManyCodes, retryAfter: wait };
    wrong.count(identityId);
    const code = body.code.replaceAll(/\s/g, '');
    const recoveryCodes = await enableSecondFactor(services, identityId, code, requestOrigin(request));
    if (!recoveryCodes) return codeWrong;
    wrong.forget(identityId);
    await app.sessions.setFactor(user, true);
    return { recoveryCodes };
  });
}

const nameMissing = refuse('name-missing', 'Enter a first and a last name.');
const emailInvalid = refuse('email-invalid', 'Enter an email address, such as ada@example.org.');
const tooManyMails = refuse(
  'too-many-requests',
  'Several emails are already on their way. Wait a while before you request another.',
);
const tooManyCodes = refuse('too-many-requests', 'Too many wrong codes. Please wait a few minutes.');
const codeWrong = refuse(
  'code-wrong',
  'This code is wrong or was already used. Wait for the next one and try again.',
);
const alreadyOn = refuse('two-factor-already-on', 'Two-factor sign-in is already on.');
const notOn = refuse('two-factor-not-on', 'Turn two-factor sign-in on first.');
