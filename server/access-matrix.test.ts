import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { accessOf, accessTable, type Access, type Things } from '#testing/access-table.ts';
import { grace, linus } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { openDesk, type Answer, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { memberRoles, type MemberRole } from '#core/permission/member.ts';
import { methodOf, pathOf } from '#contract/paths.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { newId } from './foundation/db/new-id.ts';

/** Tests every route with everyone who could call it. server/accounts/api-keys tests API keys. */
describe('access to every route', () => {
  let office: Office;
  let ada: Desk;
  let things: Things;
  /** A well-formed id that belongs to no object. */
  const nowhere = newId(Date.now());
  const roles = {} as Record<MemberRole, Desk>;
  /** Desks, each under the name of its column in the matrix. */
  const strangers: Record<string, Desk> = {};
  const tokens: Record<'this' | 'another', string> = { this: '', another: '' };

  beforeAll(async () => {
    office = await openOffice(await openOneDatabase());
    ada = await office.desk();
    const mallory = { firstName: 'Mallory', lastName: 'Quill', email: 'mallory@elsewhere.example' };
    for (const role of memberRoles)
      roles[role] = await office.colleague(ada, { role, email: `${role}@harbour.example` });
    const colleague = await office.colleague(ada, { role: 'member', email: 'colleague@harbour.example' });
    const removed = await office.colleague(ada, { role: 'admin', email: 'former@harbour.example' });
    await ada.post(`/api/team/members/${removed.userId}/remove`);
    things = await furnish(ada, colleague);
    const other = await office.desk(mallory);
    await other.sent(sampleLease(1), [linus]);
    tokens.this = ada.signer(grace.email).token;
    tokens.another = other.signer(linus.email).token;
    strangers['somebody who is not signed in'] = { ...desk(''), accountId: '' };
    strangers['a removed member'] = removed;
    strangers['a recipient of this document'] = desk(`sid=${tokens.this}`);
    strangers['a recipient of another document'] = desk(`sid=${tokens.another}`);
    strangers['the owner of another account'] = other;
  });

  const desk = (cookie: string): Desk => openDesk(office, { accountId: '', userId: '', cookie });

  async function furnish(by: Desk, colleague: Desk): Promise<Things> {
    const made = async (path: string, body: object): Promise<string> => {
      const answer = await by.post<{ id: string }>(path, body);
      expect(answer.status, path).toBe(201);
      return answer.body.id;
    };
    const draft = await by.prepare(sampleLease(1), [grace]);
    const sent = await by.prepare(sampleLease(1), [grace, linus]);
    await by.send(sent.id);
    const invitation = await made('/api/team/invitations', { email: 'new@harbour.example', role: 'member' });
    await office.settled();
    const mail = office.post.to('new@harbour.example').at(-1)!;
    return {
      draft: draft.id,
      sent: sent.id,
      recipient: sent.recipients[0]!.id,
      folder: await made('/api/folders', { name: 'Leases' }),
      template: await made('/api/templates', { name: 'Lease', description: 'L', documentId: draft.id }),
      contact: await made('/api/contacts', { name: 'Hana', email: 'known@harbour.example' }),
      colleague: colleague.userId,
      invitation,
      link: /\/invitation#([\w-]+)/.exec(mail.text)![1]!,
    };
  }

  /**
   * Replaces each id in the path with one of this account's objects, chosen by the preceding path segment. If
   * the account has none, uses the id of a nonexistent object.
   */
  function filled({ at, name }: Route, of: Things | undefined, token: string): string {
    const path = pathOf(at);
    const isDraft = /rename|put|replaceFile|Overlaps|send|duplicate|delete/.test(name);
    const ids: Record<string, string | undefined> =
      (of && {
        documents: isDraft ? of.draft : of.sent,
        recipients: of.recipient,
        folders: of.folder,
        templates: of.template,
        versions: '1',
        contacts: of.contact,
        members: of.colleague,
        invitations: of.invitation,
        accounts: ada.accountId,
      }) ||
      {};
    return path.replaceAll(/([\w-]+)\/\{(\w+)\}/g, (_whole, noun: string, key: string) =>
      key === 'token' ? `${noun}/${token}` : `${noun}/${ids[noun] ?? nowhere}`,
    );
  }

  async function call(route: Route, by: Desk, of: Things | undefined, token = 'none'): Promise<Answer> {
    const { body } = accessOf(route.name);
    return by.ask(filled(route, of, token), {
      method: methodOf(route.at) as 'POST',
      ...(body && { body: of ? body(of) : {} }),
    });
  }

  /** Returns a digest of all the account's data, except when members were last active. */
  async function everything(): Promise<Record<string, string>> {
    const { db } = office.ports.database;
    const { rows: tables } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'account_id' AND table_name NOT IN ('sessions', 'users')
      ORDER BY 1`.execute(db);
    const digests: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await sql<{ digest: string }>`
        SELECT coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS digest
        FROM ${sql.table(name)} t WHERE account_id = ${ada.accountId}`.execute(db);
      digests[name] = rows[0]!.digest;
    }
    const { rows } = await sql<{ people: string }>`
      SELECT string_agg(id || role || coalesce(removed_at::text, ''), '|' ORDER BY id) AS people
      FROM users WHERE account_id = ${ada.accountId}`.execute(db);
    return { ...digests, people: rows[0]!.people };
  }

  const all = Object.values(routes) as Route[];
  const ofMembers = all.filter(({ name }) => !['anyone', 'secret', 'signer'].includes(accessOf(name).access));
  const codeOf = ({ body }: Answer) => body['code'];

  test('the matrix covers every route in the table and no others', () => {
    expect(Object.keys(accessTable).sort()).toEqual(all.map(({ name }) => name).sort());
    expect(() => accessOf('toString')).toThrow('toString');
  });

  test('anonymous users, removed members and people with only a signing link must sign in, and nothing changes', async () => {
    const before = await everything();
    const told: unknown[] = [];
    for (const route of ofMembers) {
      for (const who of Object.keys(strangers).slice(0, 4)) {
        const answer = await call(route, strangers[who]!, things);
        const code = who === 'a removed member' ? 'member-removed' : 'not-signed-in';
        if (answer.status !== 401 || codeOf(answer) !== code)
          told.push([route.name, who, answer.status, codeOf(answer)]);
      }
    }
    expect(told).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test('the owner of another account cannot read or change this account through its ids', async () => {
    const before = await everything();
    const other = strangers['the owner of another account']!;
    const told: unknown[] = [];
    for (const route of ofMembers) {
      if (isLast(route)) continue;
      const answer = await call(route, other, things);
      const named = /\{(?:id|recipientId|fieldId)\}/.test(route.at);
      const text = answer.bytes.toString('latin1');
      const seen = Object.values(things).filter(
        (id) => text.includes(id) && !JSON.stringify(answer.body['refused'] ?? '').includes(id),
      );
      if (seen.length > 0 || answer.status >= 500) told.push([route.name, answer.status, seen]);
      else if (named && answer.status < 400) told.push([route.name, answer.status]);
    }
    expect(told).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test.each(memberRoles)('a member who is %s can do exactly what their role allows', async (role) => {
    const told: unknown[] = [];
    const may = ({ name }: Route) => reaches(role, accessOf(name).access);
    const before = await everything();
    for (const route of ofMembers.filter((one) => !may(one))) {
      const answer = await call(route, roles[role], things);
      if (answer.status !== 403 || codeOf(answer) !== 'not-permitted')
        told.push([route.name, role, answer.status, codeOf(answer)]);
    }
    expect(await everything()).toEqual(before);
    for (const route of ofMembers.filter(may)) {
      // An event stream does not end. server/api/realtime/live.test.ts covers it.
      if (route.name === 'followAccount') continue;
      const who = isLast(route)
        ? await office.colleague(ada, { role, email: `${role}.${route.name}@harbour.example` })
        : roles[role];
      // Uses ids that belong to no object, so that later calls find everything unchanged.
      const { status, ...answer } = await call(route, who, undefined);
      const closed = status === 401 || (status === 403 && !aboutTheThing.has(String(answer.body['code'])));
      if (closed || status >= 500) told.push([route.name, role, status, answer.body['code']]);
    }
    expect(told).toEqual([]);
  });

  test('a signing link gives access only to its own document', async () => {
    const told: unknown[] = [];
    const anybody = desk('');
    for (const route of all.filter(({ name }) => accessOf(name).access === 'signer')) {
      const forged = await call(route, anybody, things, `${tokens.this.slice(0, -4)}AAAA`);
      if (forged.status !== 404) told.push([route.name, 'forged', forged.status]);
      // With another document's link, an id of this document finds nothing and reveals nothing.
      if (methodOf(route.at) !== 'GET' || route.name === 'followCeremony') continue;
      const another = await call(route, anybody, things, tokens.another);
      const text = another.bytes.toString('latin1');
      if (
        another.status >= 500 ||
        [things.sent, things.recipient, grace.email].some((id) => text.includes(id))
      )
        told.push([route.name, 'another', another.status]);
    }
    expect(told).toEqual([]);
  });

  test('routes protected by a secret are closed to every role without it', async () => {
    const told: unknown[] = [];
    for (const route of all.filter(({ name }) => accessOf(name).access === 'secret')) {
      for (const who of [desk(''), strangers['the owner of another account']!, roles.owner]) {
        const { status } = await call(route, who, things, 'none');
        if (status < 400 || status >= 500) told.push([route.name, status]);
      }
    }
    expect(told).toEqual([]);
  });
});

/** Routes that end the caller's session, or keep the connection open. */
const isLast = ({ name }: Route): boolean =>
  ['leaveTeam', 'endAllSessions', 'followAccount', 'enterAccount', 'acceptInvitation'].includes(name);

/** Codes of 403 responses that depend on the object rather than on the role. */
const aboutTheThing = new Set([
  'invitation-for-another',
  'plan-limit-team',
  'plan-limit-documents',
  'password-wrong',
]);

function reaches(role: MemberRole, access: Access): boolean {
  if (access === 'own') return true;
  return memberRoles.indexOf(role) <= memberRoles.indexOf(access as MemberRole);
}
