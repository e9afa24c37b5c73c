import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { beforeAll, describe, expect, test } from 'vitest';
import { impliedRefusals } from '#contract/implied.ts';
import { contactRows } from '#contract/accounts/contacts.ts';
import { defineRoutes, nothing, type Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { answerErrors } from './answer-errors.ts';
import type { App } from './fastify-app.ts';
import { checkAgainstTable } from './route-table.ts';
import { serve } from './serve.ts';
import type { SessionUser, Sessions } from './session.ts';
import { addSignedInUser } from './signed-in.ts';

const ada: SessionUser = {
  accountId: 'a',
  userId: 'u',
  email: 'ada@harbour.example',
  role: 'owner',
  confirmedAt: null,
  confirmedBy: null,
  firstName: 'Ada',
  lastName: 'Moreau',
  plan: 'free',
  planChosen: true,
  session: 's',
  withoutPlan: false,
  accountName: '',
  closesAt: null,
  suspended: false,
  signOn: null,
  signOnMissing: false,
  twoFactorMissing: false,
};
const people: Record<string, SessionUser> = {
  ada,
  mallory: { ...ada, role: 'visitor' as never },
  hana: { ...ada, role: 'viewer' },
  linus: { ...ada, role: 'member', withoutPlan: true },
  grace: { ...ada, twoFactorMissing: true },
  ursula: { ...ada, signOnMissing: true },
};

let app: App;
const removed: string[] = [];
beforeAll(async () => {
  app = Fastify({ logger: false }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  checkAgainstTable(app, 'throw');
  answerErrors(app);
  await app.register(cookie);
  const sessions = { find: async (id: string) => people[id] } satisfies Partial<Sessions>;
  addSignedInUser(app, sessions as unknown as Sessions, false);
  serve(app, contactRows.deleteContact, ({ user, params }) => {
    removed.push(`${user.firstName} ${params.id}`);
    return undefined;
  });
  serve(app, contactRows.addContact, ({ body }) => void removed.push(body.name) as never);
  const { forgetNobody } = defineRoutes({
    forgetNobody: {
      at: 'DELETE /api/nobody',
      summary: 'No permission',
      caller: 'member',
      permission: undefined as unknown as 'own',
      answers: { 204: nothing },
      refusals: [],
    },
  });
  serve(app, forgetNobody, () => void removed.push('nobody'));
});

const remove = (who: string, url = '/api/contacts/c1') =>
  app.inject({ method: 'DELETE', url, cookies: { sid: who } });

describe('permission checks of member routes', () => {
  test('Mallory, whose role has no permissions, is refused, and nothing happens', async () => {
    const answer = await remove('mallory');
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'not-permitted' }]);
    expect(removed).toEqual([]);
  });

  test('the owner of the account is allowed', async () => {
    expect((await remove('ada')).statusCode).toBe(204);
    expect(removed).toEqual(['Ada c1']);
  });

  test('Hana, a viewer, is refused before the server reads her request body', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/contacts',
      cookies: { sid: 'hana' },
      headers: { 'content-type': 'application/json' },
      payload: '{ no JSON',
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'not-permitted' }]);
  });

  test('a member of an account without its former team plan is told that no data is lost', async () => {
    const answer = await remove('linus');
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'plan-without-team' }]);
  });

  test.each([
    ['grace', 'two-factor-required'],
    ['ursula', 'sign-on-required'],
  ])(
    '%s, who did not sign in as the account requires, gets a refusal that the route lists',
    async (who, code) => {
      const answer = await remove(who);
      expect([answer.statusCode, answer.json()]).toMatchObject([403, { code }]);
      expect(impliedRefusals(contactRows.deleteContact)).toContain(code);
    },
  );

  test.each([
    ['putDraft', 'sign-on-required two-factor-required folder-view-only', ''],
    ['changeFolder', 'folder-view-only', ''],
    ['readDocument', 'sign-on-required two-factor-required', 'folder-view-only'],
    ['deleteTemplate', 'two-factor-required folder-view-only', ''],
    ['deleteContact', 'two-factor-required', 'folder-view-only'],
    ['beginTwoFactor', 'sign-on-required', 'two-factor-required'],
    ['changeTeam', 'key-not-allowed plan-without-api', 'insufficient-scope'],
    ['callMcp', 'sign-on-required plan-without-api', 'two-factor-required'],
  ] as const)(
    'the checks before %s add to its listed refusals: %s; but not: %s',
    (name, listed, unlisted) => {
      const codes: string[] = impliedRefusals(routes[name]);
      expect(codes).toEqual(expect.arrayContaining(listed.split(' ')));
      for (const code of unlisted.split(' ')) expect(codes).not.toContain(code);
    },
  );

  test('a route that declares no permission always fails', async () => {
    const before = removed.length;
    expect((await remove('ada', '/api/nobody')).statusCode).toBe(500);
    expect(removed).toHaveLength(before);
  });

  test('exactly the member routes declare a permission', () => {
    const all: Route[] = Object.values(routes);
    const ofMembers = all.filter(({ caller }) => caller === 'member' || caller === 'confirmed');
    expect(ofMembers.length).toBeGreaterThan(100);
    expect(all.filter(({ permission }) => permission !== undefined)).toEqual(ofMembers);
  });
});
