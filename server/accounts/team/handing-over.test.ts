import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BulkDetail } from '#contract/documents/bulk.ts';
import type { TrailEventView } from '#contract/documents/documents.ts';
import { grace, linus } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Answer, Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { longTest } from '#testing/long-test.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { sendBulk } from '../../documents/bulk/send-bulk.ts';
import { openOnThisDevice } from '../../signing/ceremony/hand-over-link.ts';
import { newId } from '../../foundation/db/new-id.ts';

const hana = { firstName: 'Hana', lastName: 'Sato', email: 'hana@harbour.example' };

describe('transferring documents to another member', () => {
  let office: Office;
  let ada: Desk;
  let member: Desk;
  beforeAll(async () => {
    office = await openOffice(await openOneDatabase());
  });
  beforeEach(async () => {
    ada = await office.desk();
    member = await office.colleague(ada, { ...hana, role: 'member' });
    office.post.mails.length = 0;
  });

  const remove = (who: Desk, body?: object) =>
    ada.ask(`/api/team/members/${who.userId}/remove`, { method: 'POST', ...(body && { body }) });
  const handOver = (by: Desk, ids: string[], to: Desk) =>
    by.post<{ handedOver: number }>('/api/documents/hand-over', { ids, memberId: to.userId });
  const ownerOf = async (id: string) => (await ada.read(id)).ownerId;
  const trailOf = async (id: string) =>
    (await ada.ask<{ events: TrailEventView[] }>(`/api/documents/${id}/trail`)).body.events.map(
      ({ type }) => type,
    );

  async function sealedText(desk: Desk, id: string): Promise<string> {
    const folder = temporaryFolder();
    const file = join(folder, 'sealed.pdf');
    await writeFile(file, (await desk.ask(`/api/documents/${id}/download`)).bytes);
    return (await pdftotext(file)).replaceAll(/\s+/g, ' ');
  }

  test('the heir gets a leaving member’s documents, links still work, and the sealed file names the original sender', async () => {
    const draft = await member.prepare(sampleLease(1), [grace]);
    const sent = await member.sent(sampleLease(1), [grace, linus]);
    await member.signer(grace.email).sign();
    expect((await remove(member)).status).toBe(204);
    expect([await ownerOf(draft.id), await ownerOf(sent.id)]).toEqual([ada.userId, ada.userId]);
    expect((await trailOf(sent.id)).at(-1)).toBe('document_handed_over');

    office.wait(86_400_001);
    const again = await office.colleague(ada, { role: 'owner', email: 'second@harbour.example' });
    expect((await again.post(`/api/documents/${sent.id}/remind`, {})).status).toBe(200);
    await office.settled();
    const reminder = office.post.to(linus.email).at(-1)!;
    expect(reminder.replyTo?.address).toBe('ada@harbour.example');
    expect(reminder.text).toContain('Hana Sato <hana@harbour.example>');

    const signed = await ada.signer(linus.email).sign();
    expect(signed.status).toBe(200);
    await office.settled();
    expect((await again.read(sent.id)).status).toBe('completed');
    const text = await sealedText(again, sent.id);
    expect(text).toContain('Sent by Hana Sato <hana@harbour.example>');
    expect(text).toContain('Handed over: ada@harbour.example');
    expect(text).not.toContain('Sent by Ada');
    // Notifications go to the current owner.
    expect(office.post.to('ada@harbour.example').map(({ subject }) => subject)).not.toEqual([]);
  });

  test('a member who sends a colleague’s draft is recorded as sender on behalf of its owner', async () => {
    const draft = await member.prepare(sampleLease(1), [grace]);
    expect((await ada.send(draft.id)).status).toBe(200);
    await office.settled();
    const invitation = office.post.to(grace.email).at(-1)!;
    expect(invitation.text).toContain('Ada Moreau <ada@harbour.example>');
    expect(invitation.text).toContain('on behalf of Hana Sato <hana@harbour.example>');
    expect(invitation.replyTo?.address).toBe(hana.email);
    await ada.signer(grace.email).sign();
    await office.settled();
    const text = await sealedText(ada, draft.id);
    expect(text).toContain('Sent by Ada Moreau <ada@harbour.example>');
    expect(text).toContain('On behalf of Hana Sato <hana@harbour.example>');
  });

  test('a member can transfer their own documents, but not a colleague’s', async () => {
    const [own, another] = [
      (await member.upload(sampleLease(1))).body.id,
      (await ada.upload(sampleLease(1))).body.id,
    ];
    const linusHimself = await office.colleague(ada, { role: 'member', email: linus.email });
    expect((await handOver(member, [own, another], linusHimself)).body).toEqual({ handedOver: 1 });
    expect([await ownerOf(own), await ownerOf(another)]).toEqual([linusHimself.userId, ada.userId]);
    expect((await handOver(member, [own], member)).body).toEqual({ handedOver: 0 });
    expect((await handOver(ada, [own], member)).body).toEqual({ handedOver: 1 });
  });

  test('viewers, former members, other accounts and the leaving member cannot receive documents', async () => {
    const { id } = (await member.upload(sampleLease(1))).body;
    const viewer = await office.colleague(ada, { role: 'viewer', email: 'viewer@harbour.example' });
    const former = await office.colleague(ada, { role: 'member', email: 'former@harbour.example' });
    await remove(former);
    const stranger = await office.desk({ email: 'mallory@elsewhere.example' });
    for (const heir of [viewer, former, stranger, member]) {
      const answer = await remove(member, { successorId: heir.userId });
      expect([answer.status, answer.body['code']]).toEqual([422, 'successor-invalid']);
    }
    for (const heir of [viewer, former, stranger])
      expect((await handOver(member, [id], heir)).status).toBe(422);
    expect(await ownerOf(id)).toBe(member.userId);
    expect((await member.ask('/api/auth/user')).status).toBe(200);
    // Documents of another account are not transferred.
    const theirs = (await stranger.upload(sampleLease(1))).body.id;
    expect((await handOver(ada, [theirs], member)).body).toEqual({ handedOver: 0 });
    expect((await stranger.read(theirs)).ownerId).toBe(stranger.userId);
  });

  longTest(
    'removing the sender pauses a bulk send, and another member can resume and send the rest',
    async () => {
      const source = await member.prepare(sampleLease(1), [grace]);
      const template = await member.post<{ id: string }>('/api/templates', {
        name: 'Lease',
        description: 'L',
        documentId: source.id,
      });
      const id = newId(office.now());
      const csv = `Signer 1 Email,Signer 1 Name\n${grace.email},Grace\n${linus.email},Linus\n`;
      const started = await member.post(`/api/templates/${template.body.id}/bulk`, {
        id,
        csv,
        fileName: 'rows.csv',
      });
      expect(started.status).toBe(201);
      await member.post(`/api/bulk/${id}/pause`);
      expect((await remove(member)).status).toBe(204);
      const paused = (await ada.ask<BulkDetail>(`/api/bulk/${id}`)).body;
      const waiting = paused.counts.waiting;
      expect((await ada.post(`/api/bulk/${id}/resume`)).status).toBe(200);
      await office.settled();
      const { rows } = await office.ports.database.owner.query<{ who: string }>(
        `SELECT value AS who FROM event_values WHERE account_id = $1 AND name = 'actorEmail' AND seq IN (
         SELECT seq FROM events e WHERE e.account_id = event_values.account_id
            AND e.document_id = event_values.document_id AND e.type = 'document_sent')`,
        [ada.accountId],
      );
      const byAda = rows.filter(({ who }) => who === 'ada@harbour.example');
      expect([rows.length, byAda.length]).toEqual([2, waiting]);
    },
  );

  test('a role change that removes the right to send pauses the member’s bulk send', async () => {
    const { db } = office.ports.database;
    const source = await member.prepare(sampleLease(1), [grace]);
    const template = await member.post<{ id: string }>('/api/templates', {
      name: 'Lease',
      description: 'L',
      documentId: source.id,
    });
    const id = newId(office.now());
    const body = { id, csv: `Signer 1 Email\n${grace.email}\n`, fileName: 'rows.csv' };
    await member.post(`/api/templates/${template.body.id}/bulk`, body);
    await office.settled();
    await db.updateTable('bulk_sends').set({ state: 'running' }).where('id', '=', id).execute();
    await ada.patch(`/api/team/members/${member.userId}`, { role: 'viewer' });
    expect((await ada.ask<BulkDetail>(`/api/bulk/${id}`)).body).toMatchObject({
      state: 'paused',
      pausedBy: 'not-permitted',
    });
  });

  test('a member’s bulk send is paused when the plan no longer includes teams', async () => {
    const { db } = office.ports.database;
    const source = await member.prepare(sampleLease(1), [grace]);
    const template = await member.post<{ id: string }>('/api/templates', {
      name: 'Lease',
      description: 'L',
      documentId: source.id,
    });
    const { id: templateId } = template.body;
    const id = newId(office.now());
    const body = { id, csv: `Signer 1 Email\n${grace.email}\n`, fileName: 'rows.csv' };
    await office.product.jobs.rest();
    await member.post(`/api/templates/${templateId}/bulk`, body);
    const { services } = office.product;
    const plan = (name: string) =>
      db.updateTable('accounts').set({ plan: name }).where('id', '=', ada.accountId).execute();
    await plan('pro');
    const key = { accountId: ada.accountId, id };
    await sendBulk(services, key, { attempt: 1, signal: new AbortController().signal });
    await plan('business');
    expect((await ada.ask<BulkDetail>(`/api/bulk/${id}`)).body).toMatchObject({
      state: 'paused',
      pausedBy: 'not-permitted',
      counts: { sent: 0, waiting: 1 },
    });
  });

  describe('removing a member during one of their actions', () => {
    /**
     * Removes the member during the first call of a method of `part`. Returns a function that restores the
     * method.
     */
    function removeDuring<Part extends object, Name extends keyof Part>(
      part: Part,
      name: Name,
      act: () => Promise<Answer>,
    ) {
      const before = part[name] as (...given: unknown[]) => Promise<unknown>;
      let done: Answer | undefined;
      part[name] = (async (...given: unknown[]) => {
        done ??= await act();
        return before.apply(part, given);
      }) as Part[Name];
      return () => {
        part[name] = before as Part[Name];
        expect(done?.status).toBe(204);
      };
    }

    const sees = async (desk: Desk) =>
      (await desk.ask<{ id: string }[]>('/api/documents')).body.map(({ id }) => id);

    test('a file that is being uploaded does not become a document of the removed member', async () => {
      const { services } = office.product;
      const end = removeDuring(services.files, 'put', () => remove(member));
      const uploaded = await member.upload(sampleLease(1));
      end();
      expect(uploaded).toMatchObject({ status: 403, body: { code: 'not-permitted' } });
      expect(await sees(ada)).toEqual([]);
    });

    test('a removed member gets no new template, and no new file for an existing one', async () => {
      const { services } = office.product;
      const words = { name: 'Lease', description: 'L' };
      const made = await member.post<{ id: string; revision: number }>('/api/templates', words);
      const form = (texts: Record<string, string>) =>
        multipartForm([{ name: 'lease.pdf', bytes: sampleLease(1) }], texts);
      const another = await office.colleague(ada, { role: 'member', email: linus.email });
      for (const [who, path, send] of [
        [another, '/api/templates/upload', { method: 'POST' as const, ...form(words) }],
        [member, `/api/templates/${made.body.id}/file`, { method: 'PUT' as const, ...form({}) }],
      ] as const) {
        const end = removeDuring(services.files, 'put', () => remove(who));
        const asked = await who.ask(path, send);
        end();
        expect([path, asked]).toMatchObject([path, { status: 403, body: { code: 'not-permitted' } }]);
      }
      const left = await ada.ask<object[]>('/api/templates');
      expect(left.body).toMatchObject([{ id: made.body.id, fileName: null }]);
    });

    test.each([
      ['removed', () => remove(member)],
      ['demoted to viewer', () => ada.patch(`/api/team/members/${member.userId}`, { role: 'viewer' })],
    ])('a send is refused if the sender was %s in the meantime', async (_, act) => {
      const draft = await member.prepare(sampleLease(1), [grace]);
      const end = removeDuring(office.product.services.sealable, 'check', act);
      const sent = await member.send(draft.id);
      end();
      expect(sent).toMatchObject({ status: 403, body: { code: 'not-permitted' } });
      await office.settled();
      expect(await ada.read(draft.id)).toMatchObject({ status: 'draft' });
      expect(await trailOf(draft.id)).not.toContain('document_sent');
      expect(office.post.to(grace.email)).toEqual([]);
    });

    test.each([
      ['in-person', grace],
      ['own-account', { name: 'Hana Sato', email: hana.email }],
    ] as const)(
      'a removed member can no longer open a recipient’s part on their device (%s)',
      async (via, recipient) => {
        const sent = await member.sent(sampleLease(1), [recipient]);
        const { recipients } = await member.read(sent.id);
        const { accountId, userId } = member;
        const host = { accountId, userId, email: hana.email, confirmedAt: 0, confirmedBy: 'mail' as const };
        expect((await remove(member)).status).toBe(204);
        expect(
          await openOnThisDevice(
            office.product.services,
            { ...host, name: 'Hana Sato', from: null },
            sent.id,
            recipients[0]!.id,
            via,
          ),
        ).toMatchObject({ refused: 'not-permitted' });
        expect(await trailOf(sent.id)).not.toContain('ceremony_hosted');
      },
    );

    test('a bulk row that is being sent is still sent, and its notifications go to the heir', async () => {
      const source = await member.prepare(sampleLease(1), [grace]);
      const words = { name: 'Lease', description: 'L', documentId: source.id };
      const { body: template } = await member.post<{ id: string }>('/api/templates', words);
      const id = newId(office.now());
      await office.product.jobs.rest();
      const csv = `Signer 1 Email,Signer 1 Name\n${grace.email},Grace\n`;
      const bulk = { id, csv, fileName: 'rows.csv' };
      expect((await member.post(`/api/templates/${template.id}/bulk`, bulk)).status).toBe(201);
      const { services } = office.product;
      let removing: Promise<Answer> | undefined;
      const check: typeof services.sealable.check = async (draft) => {
        removing ??= remove(member);
        await removalWaits();
        return services.sealable.check(draft);
      };
      const slow = { ...services, sealable: { ...services.sealable, check } };
      await sendBulk(
        slow,
        { accountId: ada.accountId, id },
        { attempt: 1, signal: new AbortController().signal },
      );
      expect((await removing)?.status).toBe(204);
      await office.product.work();
      await office.settled();
      const all = await ada.ask<{ ownerId: string; status: string }[]>('/api/documents');
      expect(all.body.map(({ ownerId }) => ownerId)).toEqual([ada.userId, ada.userId]);
      expect(all.body.map(({ status }) => status).sort()).toEqual(['draft', 'sent']);
      office.post.mails.splice(0, office.post.mails.length, ...office.post.to(grace.email));
      expect((await ada.signer(grace.email).sign()).status).toBe(200);
      await office.settled();
      expect(office.post.to(hana.email)).toEqual([]);
      expect(office.post.to('ada@harbour.example')).not.toEqual([]);
    });

    /** Waits until the row that is being sent blocks the removal. */
    const removalWaits = () =>
      expect
        .poll(
          async () => {
            const { rowCount } = await office.ports.database.pool.query(
              `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE datname = current_database() AND NOT granted`,
            );
            return rowCount;
          },
          { timeout: 20_000 },
        )
        .toBeGreaterThan(0);
  });
});
