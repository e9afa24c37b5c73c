import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/foundation/db/new-id.ts';
import { grace } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { openDesk, type Answer, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openSignInOffice, type Member, type SignInOffice } from '#testing/open-sign-in-office.ts';
import { ada } from '#testing/sign-up.ts';

/** IDs of a sent document, its two recipients (one is Ada herself), a draft, a template and an event. */
type Place = Record<'sent' | 'ada' | 'grace' | 'draft' | 'template' | 'event', string>;
type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Row = [method: Method, route: string, body?: object];

const rows = 'Email,Name\ngrace@harbour.example,Grace Lindqvist\n';

/**
 * Actions that need a confirmed address: they send, sign as oneself, name a person as sender, or make access
 * harder to recover.
 */
const needsConfirmation: Row[] = [
  ['POST', '/api/documents/:draft/send', {}],
  ['POST', '/api/documents/send', {}],
  ['POST', '/api/templates/:template/send', { recipients: [grace] }],
  ['POST', '/api/documents/:sent/remind', {}],
  ['POST', '/api/documents/remind', { ids: [newId(Date.now())] }],
  ['POST', '/api/documents/extend', { ids: [newId(Date.now())], days: 9 }],
  ['POST', '/api/documents/:sent/extend', { days: 90 }],
  ['POST', '/api/documents/:sent/recipients/:grace/correct', { name: 'G. Lindqvist', email: grace.email }],
  ['POST', '/api/documents/:sent/copies'],
  ['POST', '/api/documents/:sent/recipients/:grace/resend'],
  ['POST', '/api/documents/:sent/recipients/:grace/access-code', { accessCode: 'Quay 14' }],
  ['POST', '/api/documents/:sent/recipients/:grace/hand-over'],
  ['POST', '/api/documents/:sent/recipients/:grace/link'],
  ['POST', '/api/documents/:sent/recipients/:ada/sign-myself'],
  ['POST', '/api/for-you/:ada/open'],
  ['POST', '/api/documents/:sent/recipients/:grace/embed', { origin: 'https://app.harbour.example' }],
  ['POST', '/api/documents/:draft/embed', { origin: 'https://app.harbour.example' }],
  ['POST', '/api/embedding/origins', { origin: 'https://app.harbour.example' }],
  ['POST', '/api/templates/:template/bulk', { id: newId(Date.now()), csv: rows, fileName: 'rows.csv' }],
  ['POST', '/api/templates/:template/bulk/preview', { csv: rows }],
  ['POST', '/api/bulk/:draft/resume'],
  ['POST', '/api/bulk/:draft/remind'],
  ['POST', '/api/contacts/import', { csv: rows }],
  ['POST', '/api/contacts/import/preview', { csv: rows }],
  ['PUT', '/api/templates/:template/form', { on: true, visitorRole: newId(Date.now()) }],
  ['POST', '/api/team/invitations', { email: grace.email, role: 'member' }],
  ['POST', '/api/team/invitations/:draft/resend'],
  ['POST', '/api/team/owner', { memberId: '0199d000-0000-7000-8000-000000000001', password: 'x' }],
  ['PATCH', '/api/team', { twoFactorRequired: true }],
  ['PUT', '/api/reports/schedule', { every: 'week' }],
  ['POST', '/api/account/exports'],
  ['POST', '/api/account/closure', { confirmation: ada.password }],
  ['POST', '/api/brand/reply-to', { address: 'answers@harbour.example' }],
  [
    'PUT',
    '/api/team/sign-on',
    {
      issuer: 'https://login.harbour.example',
      clientId: 'a',
      clientSecret: 'b',
      domain: 'harbour.example',
      role: 'member',
      password: 'x',
    },
  ],
  ['POST', '/api/team/provisioning', { name: 'Okta', role: 'member', password: 'x' }],
  ['POST', '/api/webhooks', { url: 'https://crm.harbour.example/hook', kinds: ['document.sent'] }],
  ['PATCH', '/api/webhooks/:draft', { on: false }],
  ['POST', '/api/webhooks/:draft/secret'],
  ['POST', '/api/webhooks/:draft/test'],
  ['POST', '/api/webhooks/:draft/replay'],
  ['POST', '/api/webhooks/:draft/deliveries/:event/replay'],
  [
    'POST',
    '/api/destinations',
    {
      name: 'Archive',
      place: { kind: 'https', url: 'https://archive.harbour.example/in' },
      pattern: '{id}',
      window: null,
    },
  ],
  ['PATCH', '/api/destinations/:draft', { on: false }],
  ['POST', '/api/destinations/:draft/test'],
  ['POST', '/api/destinations/:draft/deliveries', { since: '2026-11-01' }],
  ['POST', '/api/destinations/:draft/retry'],
  ['POST', '/api/keys', { name: 'Payroll', mode: 'live', scopes: ['documents:read'] }],
  ['POST', '/api/keys/:draft/rotate', { overlapHours: 0 }],
  ['POST', '/api/apps', { name: 'Payroll', redirectUris: ['https://a.example/'], confidential: true }],
  ['POST', '/api/connect/:draft/decision', { allow: true }],
  ['POST', '/api/proposals/:draft/confirm', { fingerprint: 'x' }],
  ['POST', '/api/security/two-factor', { password: ada.password }],
  ['POST', '/api/security/two-factor/confirm', { code: '000000' }],
  ['POST', '/api/security/passkeys/options', { password: ada.password }],
  ['POST', '/api/security/passkeys', { name: 'Laptop', answer: emptyAnswer() }],
];

/** All other member actions: preparing, organizing, paying, and voiding sent documents. */
const free = new Set([
  'POST /api/documents/upload',
  'POST /api/documents/delete',
  'POST /api/documents/move',
  'PUT /api/documents/:id',
  'PATCH /api/documents/:id', // changes how a draft prints dates and numbers
  'DELETE /api/documents/:id',
  'PUT /api/documents/:id/fields',
  'PUT /api/documents/:id/file',
  'POST /api/documents/:id/fill',
  'POST /api/documents/:id/remove-anchors',
  'POST /api/documents/:id/files',
  'PUT /api/documents/:id/files',
  'PUT /api/documents/:id/pages',
  'PUT /api/documents/:id/recipients',
  'POST /api/documents/:id/mail-preview', // shown only to the member; sends nothing
  'POST /api/documents/:id/duplicate',
  'POST /api/documents/:id/seal', // everyone has signed, and only the seal is missing
  'POST /api/documents/void',
  'POST /api/documents/:id/void', // sent documents can always be withdrawn
  'PUT /api/documents/:id/hold', // a hold is always allowed, and only sent documents can be erased
  'DELETE /api/documents/:id/hold',
  'POST /api/documents/:id/recipients/:recipientId/erase',
  'POST /api/folders',
  'PUT /api/folders/:id',
  'DELETE /api/folders/:id',
  'DELETE /api/bin',
  'POST /api/bin/restore',
  'POST /api/bin/purge',
  'POST /api/bulk/:id/pause',
  'POST /api/bulk/:id/cancel',
  'POST /api/templates',
  'POST /api/templates/upload',
  'POST /api/templates/import',
  'POST /api/templates/move',
  'PUT /api/templates/:id',
  'DELETE /api/templates/:id',
  'PUT /api/templates/:id/file',
  'PUT /api/templates/:id/fields',
  'PUT /api/templates/:id/roles',
  'DELETE /api/templates/:id/form',
  'POST /api/templates/:id/duplicate',
  'POST /api/templates/:id/versions/:version/restore',
  'POST /api/templates/:id/use', // only creates a draft
  'POST /api/contacts',
  'PUT /api/contacts/:id',
  'DELETE /api/contacts/:id',
  'POST /api/notices/read',
  'POST /api/support/messages',
  'PATCH /api/user/profile',
  'PATCH /api/user/preferences',
  'PUT /api/user/plan',
  'PUT /api/user/photo',
  'DELETE /api/user/photo',
  'DELETE /api/apps/:id',
  'DELETE /api/connections/:id',
  'POST /api/proposals', // a person must still approve the proposal
  'POST /api/proposals/:id/dismiss',
  'DELETE /api/sessions',
  'DELETE /api/sessions/:id',
  'POST /api/security/password',
  'POST /api/security/email',
  'POST /api/security/email/confirmation',
  'DELETE /api/security/two-factor',
  'POST /api/security/recovery-codes', // requires an active second factor, which itself requires a confirmed address
  'PATCH /api/security/passkeys/:id',
  'DELETE /api/security/passkeys/:id',
  'POST /api/support/messages/:id/replies',
  'DELETE /api/webhooks/:id',
  'DELETE /api/destinations/:id',
  'DELETE /api/account/closure', // can easily be undone
  'DELETE /api/embedding/origins/:id',
  'POST /api/verify', // open to anyone; nothing is stored
  'POST /api/embed/:code', // has no signed-in user, and the key is checked separately
  'POST /api/embed/:code/editor',
  'PUT /api/brand',
  'PUT /api/brand/logo',
  'DELETE /api/brand/logo',
  'DELETE /api/brand/reply-to',
  'PUT /api/brand/sender-domain', // has no effect until DNS proves the domain
  'POST /api/brand/sender-domain/check',
  'DELETE /api/brand/sender-domain',
  'PATCH /api/keys/:id',
  'DELETE /api/keys/:id',
  'PATCH /api/team/members/:id',
  'POST /api/team/members/:id/remove',
  'POST /api/team/leave',
  'POST /api/team/groups',
  'PUT /api/team/groups/:id',
  'DELETE /api/team/groups/:id',
  'PUT /api/team/sign-on/enforced',
  'POST /api/team/sign-on/verify',
  'DELETE /api/team/sign-on',
  'DELETE /api/team/provisioning/:id',
  'PUT /api/folders/:id/sharing',
  'PUT /api/templates/:id/sharing',
  'PUT /api/contacts/:id/sharing',
  'POST /api/documents/hand-over',
  'DELETE /api/team/invitations/:id',
  'POST /api/invitations/preview', // open to anyone with the link
  'POST /api/invitations/sign-up', // the link proves the address
  'POST /api/invitations/accept', // the link proves the address
  'POST /api/accounts/:id/enter',
  'POST /api/subscription/preview',
  'POST /api/subscription/create',
  'POST /api/subscription/cancel',
  'POST /api/subscription/change',
  'POST /api/subscription/refresh',
  'POST /api/subscription/resume',
]);

describe('a member with an unconfirmed address', () => {
  let office: SignInOffice;
  let member: Member;
  let desk: Desk;
  let place: Place;

  beforeAll(async () => {
    office = await openSignInOffice(await openOneDatabase());
    member = await office.signedIn(ada);
    const { account_id: accountId, id: userId } = await office.ports.database.db
      .selectFrom('users')
      .select(['account_id', 'id'])
      .executeTakeFirstOrThrow();
    await member.put('/api/user/plan', { planName: 'free' });
    desk = openDesk(office, {
      accountId,
      userId,
      cookie: member.browser.cookieHeader(),
    });
    const people = [{ name: 'Ada Moreau', email: ada.email }, grace];
    const [out, draft] = [
      await desk.prepare(sampleLease(1), people),
      await desk.prepare(sampleLease(1), people),
    ];
    expect((await desk.send(out.id)).status).toBe(200);
    const of = { documentId: draft.id, name: 'Lease', description: '', category: 'Legal' };
    const template = await desk.post<{ id: string }>('/api/templates', of);
    place = {
      sent: out.id,
      draft: draft.id,
      template: template.body.id,
      event: draft.id,
      ada: out.recipients[0]!.id,
      grace: out.recipients[1]!.id,
    };
  });

  async function confirmed(at: Date | null): Promise<void> {
    for (const table of ['users', 'identities'] as const)
      await office.ports.database.db.updateTable(table).set({ email_confirmed_at: at }).execute();
  }

  const ask = ([method, route, body]: Row): Promise<Answer> =>
    desk.ask(
      route.replace(/:(\w+)/g, (_, name: keyof Place) => place[name]),
      {
        method,
        body: body ?? (route.endsWith('resend') ? undefined : {}),
      },
    );

  /** Returns all data that the actions could have changed. */
  async function everything() {
    await office.settled();
    const { db } = office.ports.database;
    const tables = [
      'events',
      'recipients',
      'signing_links',
      'bulk_sends',
      'identity_authenticators',
    ] as const;
    const kept = [];
    for (const table of tables) kept.push(await db.selectFrom(table).selectAll().execute());
    return { kept, mails: office.post.mails.length, documents: await desk.read(place.draft) };
  }

  test.each(needsConfirmation)(
    'an unconfirmed member cannot call %s %s, and the refusal changes nothing',
    async (...row) => {
      await confirmed(null);
      const before = await everything();
      expect(await ask(row)).toMatchObject({ status: 403, body: { code: 'address-not-confirmed' } });
      expect(await everything()).toEqual(before);
    },
  );

  test('a member can perform all of these actions once the address is confirmed', async () => {
    await confirmed(new Date());
    for (const row of needsConfirmation) {
      const { status, body } = await ask(row);
      expect(body['code'], `${row[1]}: ${status}`).not.toBe('address-not-confirmed');
    }
  });

  test('the two lists of this test contain every member action', () => {
    const listed = new Set([
      ...needsConfirmation.map(([method, route]) => `${method} ${byId(route)}`),
      ...free,
    ]);
    const served = actsOf(office.product.app.printRoutes({ commonPrefix: false }));
    const message =
      'Add the route to `needsConfirmation`, if it needs a confirmed address, or to `free`, in this file';
    expect(served.sort(), message).toEqual([...listed].sort());
  });

  test('an unconfirmed member can still create and edit drafts', async () => {
    const mallory = await office.signedIn({ ...ada, email: 'cfo@bigbank.example' }, { confirmed: false });
    await mallory.put('/api/user/plan', { planName: 'free' });
    const theirs = openDesk(office, {
      accountId: '',
      userId: '',
      cookie: mallory.browser.cookieHeader(),
    });
    const draft = await theirs.prepare(sampleLease(1), [grace]);
    expect(draft.recipients).toHaveLength(1);
    expect(await theirs.send(draft.id)).toMatchObject({ body: { code: 'address-not-confirmed' } });
    expect(await theirs.read(draft.id)).toEqual(draft);
  });
});

const byId = (route: string): string =>
  route
    .replace(/:(ada|grace)/, ':recipientId')
    .replace(/:event\b/, ':eventId')
    .replace(/:(sent|draft|template)/, ':id');

/** Extracts actions such as 'POST /api/documents/:id/send' from the route tree that Fastify prints. */
function actsOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', path = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)/.exec(line) ?? [];
    const depth = indent.length / 4;
    above.splice(depth, above.length, path);
    const route = above.join('');
    const isTheirs =
      route.startsWith('/api/') && !/^\/api\/(sign|mail|operator|webhooks\/stripe)\b/.test(route);
    const acts = methods.split(', ').filter((method) => !['', 'GET', 'HEAD'].includes(method));
    return isTheirs ? acts.map((method) => `${method} ${route}`) : [];
  });
}

function emptyAnswer(): object {
  const response = { clientDataJSON: '' };
  return { id: 'a', rawId: 'a', type: 'public-key', response, clientExtensionResults: {} };
}
