import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  codeBody,
  emailChange,
  passwordBody,
  passwordChange,
  profileBody,
  securityAnswer,
} from '#contract/security.ts';
import type { OwnSecurity } from '#contract/security.ts';
import { mustBeConfirmed } from '#core/permission/confirmed-address.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { burstLimiter, burstLimits } from '../http/burst-limiter.ts';
import type { App, Feature } from '../http/fastify-app.ts';
import { sendRefusal } from '../http/problems.ts';
import { inTransaction } from '../db/transaction.ts';
import { changePassword } from '../identity-provider/change-password.ts';
import { mailConfirmation } from '../identity-provider/confirm-email.ts';
import { embeddedIssuer } from '../identity-provider/end-sign-ins.ts';
import { findIdentity } from '../identity-provider/identities.ts';
import { passwordProblem } from '../identity-provider/password-problem.ts';
import { isAddress } from '../identity-provider/interaction.ts';
import { enrolmentAddress, secretInWords } from '../identity-provider/one-time-code.ts';
import { listPasskeys } from '../identity-provider/passkeys.ts';
import { signInWords } from '../identity-provider/sign-in-words.ts';
import { whereFrom, type ProviderServices } from '../identity-provider/provider-services.ts';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  renewRecoveryCodes,
} from '../identity-provider/second-factor.ts';
import { managedElsewhere, passwordGate, type PasswordGate } from './password-gate.ts';
import { passkeySettings } from './passkey-settings.ts';
import { signedIn } from '../http/signed-in.ts';

const guarded = { preHandler: signedIn };

/** What somebody does about their own sign-in at the embedded provider (specification §2, /settings). */
export function securityRoutes(services: ProviderServices): Feature {
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

/** The same page with another provider: it says where all this is. */
export function managedElsewhereRoutes(address: string): Feature {
  return (app) => {
    const response = { response: { 200: securityAnswer } };
    app.get('/api/security', { ...guarded, schema: response }, () => ({
      managed: 'elsewhere' as const,
      address,
    }));
  };
}

function overview(app: App, { db }: ProviderServices, gate: PasswordGate): void {
  const response = { response: { 200: securityAnswer } };
  app.get('/api/security', { ...guarded, schema: response }, async ({ user }) => {
    const id = await gate.identityOf(user);
    if (id === undefined) return { managed: 'elsewhere' as const, address: null };
    const { email, email_confirmed_at, password_changed_at } = await db
      .selectFrom('identities')
      .select(['email', 'email_confirmed_at', 'password_changed_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const factor = await findSecondFactor(db, id);
    const passkeys = await listPasskeys(db, id);
    return {
      ...{ managed: 'here' as const, email, emailConfirmed: email_confirmed_at !== null },
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

function profile(app: App, { db }: ProviderServices, gate: PasswordGate): void {
  app.patch('/api/user/profile', { ...guarded, schema: { body: profileBody } }, async (request, reply) => {
    const id = await gate.identityOf(request.user);
    if (id === undefined) return sendRefusal(reply, managedElsewhere);
    const clean = (name: string): string => name.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
    const names = { first_name: clean(request.body.firstName), last_name: clean(request.body.lastName) };
    if (names.first_name === '' || names.last_name === '') return sendRefusal(reply, nameMissing);
    await inTransaction(db, async (tx) => {
      await tx.updateTable('identities').set(names).where('id', '=', id).execute();
      await tx
        .updateTable('users')
        .set(names)
        .where('issuer', '=', embeddedIssuer)
        .where('subject', '=', id)
        .execute();
    });
    return reply.code(204).send();
  });
}

function password(app: App, services: ProviderServices, gate: PasswordGate): void {
  const schema = { body: passwordChange };
  app.post('/api/security/password', { ...guarded, schema }, async (request, reply) => {
    const { user, body } = request;
    const identityId = await gate.open(user, body.password);
    if (isRefusal(identityId)) return sendRefusal(reply, identityId);
    const unfit = passwordProblem(body.newPassword, [user.email, user.firstName, user.lastName]);
    if (unfit) {
      const detail = signInWords('en').say(unfit.word, { count: unfit.count });
      return sendRefusal(reply, refuse('password-unfit', detail));
    }
    const facts = whereFrom(request);
    const change = { identityId, password: body.newPassword, keep: { session: user.session }, facts };
    await changePassword(services, change);
    return reply.code(204).send();
  });
}

function email(app: App, services: ProviderServices, gate: PasswordGate): void {
  const mailed = burstLimiter(burstLimits.mailToAddress, services.clock);
  const mail = async (
    request: FastifyRequest,
    reply: FastifyReply,
    identityId: string,
    address?: string,
  ): Promise<FastifyReply> => {
    const wait = mailed.waitFor(identityId);
    if (wait > 0) return sendRefusal(reply, tooManyMails, wait);
    mailed.count(identityId);
    await mailConfirmation(services, identityId, whereFrom(request), address);
    return reply.code(204).send();
  };
  app.post('/api/security/email', { ...guarded, schema: { body: emailChange } }, async (request, reply) => {
    const identityId = await gate.open(request.user, request.body.password);
    if (isRefusal(identityId)) return sendRefusal(reply, identityId);
    const address = request.body.email.trim();
    return isAddress(address) ? mail(request, reply, identityId, address) : sendRefusal(reply, emailInvalid);
  });
  app.post('/api/security/email/confirmation', guarded, async (request, reply) => {
    const identityId = await gate.identityOf(request.user);
    return identityId === undefined ? sendRefusal(reply, managedElsewhere) : mail(request, reply, identityId);
  });
}

function secondFactor(app: App, services: ProviderServices, gate: PasswordGate): void {
  const wrong = burstLimiter(burstLimits.wrongCode, services.clock);
  const act = (
    method: 'POST' | 'DELETE',
    url: string,
    run: (identityId: string, request: FastifyRequest) => Promise<object | Refusal | undefined>,
  ): void => {
    app.route({
      ...{ method, url, ...guarded, schema: { body: passwordBody } },
      async handler(request, reply) {
        const identityId = await gate.open(request.user, request.body.password);
        const done = isRefusal(identityId) ? identityId : await run(identityId, request);
        if (isRefusal(done)) return sendRefusal(reply, done);
        return done === undefined ? reply.code(204).send() : reply.send(done);
      },
    });
  };

  act('POST', '/api/security/two-factor', async (identityId, { user }) => {
    const unconfirmed = mustBeConfirmed(user);
    if (unconfirmed) return unconfirmed;
    const secret = await beginSecondFactor(services, identityId);
    if (!secret) return alreadyOn;
    const owner = await findIdentity(services.db, identityId);
    return { secret: secretInWords(secret), address: enrolmentAddress(secret, owner?.email ?? '') };
  });
  act('DELETE', '/api/security/two-factor', async (identityId, request) => {
    await disableSecondFactor(services, identityId, whereFrom(request));
    return undefined;
  });
  act('POST', '/api/security/recovery-codes', async (identityId, request) => {
    const recoveryCodes = await renewRecoveryCodes(services, identityId, whereFrom(request));
    return recoveryCodes ? { recoveryCodes } : notOn;
  });

  const confirm = { ...guarded, schema: { body: codeBody } };
  app.post('/api/security/two-factor/confirm', confirm, async (request, reply) => {
    const identityId = await gate.identityOf(request.user);
    if (identityId === undefined) return sendRefusal(reply, managedElsewhere);
    const unconfirmed = mustBeConfirmed(request.user);
    if (unconfirmed) return sendRefusal(reply, unconfirmed);
    const wait = wrong.waitFor(identityId);
    if (wait > 0) return sendRefusal(reply, tooManyCodes, wait);
    wrong.count(identityId);
    const code = request.body.code.replaceAll(/\s/g, '');
    const recoveryCodes = await enableSecondFactor(services, identityId, code, whereFrom(request));
    if (!recoveryCodes) return sendRefusal(reply, codeWrong);
    wrong.forget(identityId);
    return { recoveryCodes };
  });
}

const nameMissing = refuse('name-missing', 'Enter a first and a last name.');
const emailInvalid = refuse('email-invalid', 'Enter an email address, such as ada@example.org.');
const tooManyMails = refuse(
  'too-many-requests',
  'Several mails are on their way already. Please wait before you ask for another.',
);
const tooManyCodes = refuse('too-many-requests', 'Too many wrong codes. Please wait a few minutes.');
const codeWrong = refuse(
  'code-wrong',
  'This code is wrong, or was used before. Wait for the next one and try again.',
);
const alreadyOn = refuse('two-factor-already-on', 'Two-factor sign-in is on already.');
const notOn = refuse('two-factor-not-on', 'Turn two-factor sign-in on first.');
