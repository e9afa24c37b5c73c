import { beforeAll, describe, expect, test } from 'vitest';
import type { ContactInput, ContactView, ImportAnswer } from '#contract/accounts/contacts.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

describeOnOneDatabase('contacts', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  const add = (desk: Desk, body: ContactInput) => desk.post<ContactView>('/api/contacts', body);
  const list = async (desk: Desk, query = '') => {
    const { body, headers } = await desk.ask<ContactView[]>(`/api/contacts${query}`);
    return {
      body,
      names: body.map(({ name }) => name),
      total: Number(headers['x-total-count']),
      link: headers['link'] as string | undefined,
    };
  };
  const importCsv = (desk: Desk, csv: string, preview = false) =>
    desk.post<ImportAnswer>(`/api/contacts/import${preview ? '/preview' : ''}`, { csv });

  describe("Ada's address book", () => {
    test('contacts can be added, changed and removed', async () => {
      const ada = await office.desk();
      const added = await add(ada, { ...grace, company: ' Harbour\tRobotics ', note: 'Prefers\r\nmornings' });
      expect(added.status).toBe(201);
      expect(added.body).toMatchObject({ ...grace, company: 'Harbour Robotics', note: 'Prefers\nmornings' });
      const path = `/api/contacts/${added.body.id}`;
      const changed = await ada.put(path, { ...linus, company: 'Okafor & Sons' });
      expect(changed.body).toMatchObject({ ...linus, company: 'Okafor & Sons', note: '' });
      expect((await ada.ask(path)).body).toEqual(changed.body);
      expect((await ada.delete(path)).status).toBe(204);
      expect((await ada.ask(path)).status).toBe(404);
      expect((await list(ada)).body).toEqual([]);
    });

    test('an address exists once, regardless of case', async () => {
      const ada = await office.desk();
      await add(ada, grace);
      const again = await add(ada, { ...grace, email: 'GRACE@Harbour.Example' });
      expect([again.status, again.body]).toMatchObject([409, { code: 'contact-exists' }]);
      const other = await add(ada, linus);
      const moved = await ada.put(`/api/contacts/${other.body.id}`, grace);
      expect([moved.status, moved.body]).toMatchObject([409, { code: 'contact-exists' }]);
    });

    test.each([
      [{ email: '' }, 'contact-address-invalid'],
      [{ email: 'not an address' }, 'contact-address-invalid'],
      [{ email: 'a@b.example\r\nBcc: mallory@elsewhere.example' }, 'contact-address-invalid'],
      [{ email: grace.email, name: 'Grace\nBcc: x' }, 'contact-name-invalid'],
    ])('rejects %j', async (body, code) => {
      const ada = await office.desk();
      const refused = await add(ada, body);
      expect([refused.status, refused.body]).toMatchObject([422, { code }]);
    });

    test('the list is sorted by name, and paging shows each contact once', async () => {
      const ada = await office.desk();
      for (const [at, name] of ['Zoë', 'étienne', 'Adam', 'Adam', '', 'Östen', 'eve'].entries())
        await add(ada, { name, email: `${at}@okafor.example` });
      const seen: string[] = [];
      let path: string | undefined = '?limit=2';
      while (path) {
        const page = await list(ada, path);
        expect(page.total).toBe(7);
        seen.push(...page.names);
        path = /<\/api\/contacts([^>]*)>/.exec(page.link ?? '')?.[1];
      }
      expect(seen).toEqual(['', 'Adam', 'Adam', 'étienne', 'eve', 'Östen', 'Zoë']);
    });

    test('the search finds parts of a name, address or company, ignoring case and accents', async () => {
      const ada = await office.desk();
      await add(ada, { ...grace, company: 'Ångström 100%' });
      await add(ada, linus);
      for (const q of ['LINDQ', 'grace@', 'angstrom', '100%', 'grace ang'])
        expect(await list(ada, `?q=${encodeURIComponent(q)}`)).toMatchObject({
          names: [grace.name],
          total: 1,
        });
      expect(await list(ada, '?q=%25%25')).toMatchObject({ names: [], total: 0 });
      expect(await list(ada, '?q=_')).toMatchObject({ names: [] });
    });
  });

  describe('contacts added by sending documents', () => {
    test('sending adds all recipients and does not overwrite Ada’s own entries', async () => {
      const ada = await office.desk();
      await add(ada, { ...grace, name: 'Grace (harbour master)', note: 'Berth 14' });
      await add(ada, { email: linus.email.toUpperCase() });
      const lease = await ada.prepare(
        sampleLease(1),
        [grace, linus, { ...hana, role: 'cc' }],
        ([first, second]) =>
          [first, second].map((recipientId, at) => ({
            type: 'signature',
            page: 1,
            x: 20,
            y: 20 + at * 60,
            width: 150,
            height: 40,
            recipientId,
          })),
      );
      expect((await list(ada)).total).toBe(2);
      expect((await ada.send(lease.id)).status).toBe(200);
      const { body } = await list(ada);
      expect(body).toMatchObject([
        { name: 'Grace (harbour master)', note: 'Berth 14', lastSentAt: expect.any(String) },
        { ...hana, lastSentAt: expect.any(String) },
        { name: linus.name, lastSentAt: expect.any(String) },
      ]);
      await office.settled();
    });

    test('a refused send adds no contacts', async () => {
      const ada = await office.desk();
      const lease = await ada.prepare(sampleLease(1), [{ ...grace, role: 'viewer' }], () => []);
      expect((await ada.send(lease.id)).status).toBe(422);
      expect((await list(ada)).total).toBe(0);
    });
  });

  describe('CSV import of contacts', () => {
    const file = [
      'Name;E-Mail;Company;Notes',
      'Grace Lindqvist;GRACE@harbour.example;;"two',
      'lines"',
      ';linus@okafor.example;Okafor & Sons;',
      'Nobody;;;',
      'Mallory;not an address;;',
      'Linus again;Linus@Okafor.example;;',
      '"bad\tname";hana@harbour.example;;',
    ].join('\r\n');

    test('repeating a large import with its idempotency key imports it once', async () => {
      const ada = await office.desk();
      const headers = { 'idempotency-key': 'guests' };
      const send = (csv: string) =>
        ada.ask<ImportAnswer & { code?: string }>('/api/contacts/import', {
          method: 'POST',
          headers,
          body: { csv },
        });
      // Large enough to be parsed in a worker thread.
      const csv = `Email,Name,Note\n${grace.email},${grace.name},\n${linus.email},,${'x'.repeat(200_000)}`;
      const first = await send(csv);
      expect(first.status).toBe(200);
      await ada.delete(`/api/contacts/${(await list(ada)).body[0]!.id}`);
      expect((await send(csv)).body).toEqual(first.body);
      expect((await list(ada)).total).toBe(0);
      const other = await send(csv.replace(grace.email, hana.email));
      expect([other.status, other.body.code]).toEqual([422, 'idempotency-key-reused']);
    });

    test('a preview lists the contacts and writes nothing', async () => {
      const ada = await office.desk();
      await add(ada, linus);
      const { body } = await importCsv(ada, file, true);
      expect(body).toMatchObject({ added: 1, updated: 1, refused: 4 });
      expect(body.rows).toMatchObject([
        { line: 2, name: grace.name, note: 'two\nlines', known: false },
        { line: 4, email: linus.email, known: true },
      ]);
      expect(body.problems.map(({ line, problem }) => [line, problem])).toEqual([
        [5, 'address-missing'],
        [6, 'address-invalid'],
        [7, 'address-repeated'],
        [8, 'name-invalid'],
      ]);
      expect((await list(ada)).total).toBe(1);
    });

    test('an import adds new contacts and updates known ones with the values in the file', async () => {
      const ada = await office.desk();
      const { body: before } = await add(ada, { ...linus, note: 'Berth 3' });
      expect((await importCsv(ada, file)).body).toMatchObject({ added: 1, updated: 1, refused: 4 });
      const { body } = await list(ada);
      expect(body).toMatchObject([
        { name: grace.name, note: 'two\nlines' },
        { id: before.id, ...linus, company: 'Okafor & Sons', note: 'Berth 3' },
      ]);
    });

    test('first and last names may be in separate columns', async () => {
      const ada = await office.desk();
      await importCsv(ada, 'First Name,Last Name,E-mail 1 - Value\nGrace,Lindqvist,grace@harbour.example\n');
      expect((await list(ada)).body).toMatchObject([grace]);
    });

    test.for([
      ['German', 'sep=;\r\nVorname;Nachname;E-Mail;Firma\r\nGrace;Lindqvist;grace@harbour.example;Hafen AG'],
      ['French', 'Prénom;Nom;Adresse e-mail;Société\nGrace;Lindqvist;grace@harbour.example;Hafen AG'],
      [
        'Spanish',
        'Nombre,Apellidos,Correo electrónico,Empresa\nGrace,Lindqvist,grace@harbour.example,Hafen AG',
      ],
      ['Arabic', 'الاسم,البريد الإلكتروني,الشركة\nGrace Lindqvist,grace@harbour.example,Hafen AG'],
    ])('accepts %s headers', async ([, csv]) => {
      const ada = await office.desk();
      expect((await importCsv(ada, csv!)).body).toMatchObject({ added: 1 });
      expect((await list(ada)).body).toMatchObject([{ ...grace, company: 'Hafen AG' }]);
    });

    test('a file with only commas or too many columns is rejected with a message', async () => {
      const ada = await office.desk();
      const refused = await importCsv(ada, `Email${','.repeat(1_900_000)}`);
      expect(refused.body).toMatchObject({ code: 'contacts-file-unreadable' });
      expect(JSON.stringify(refused.body)).toContain('more than 200 columns');
    });

    longTest('accepts 5000 rows and no more', async () => {
      const ada = await office.desk();
      const rows = Array.from({ length: 5000 }, (_, at) => `person${at}@okafor.example`);
      const csv = ['email', ...rows].join('\n');
      expect((await importCsv(ada, csv)).body).toMatchObject({ added: 5000, refused: 0 });
      const refused = await importCsv(ada, `${csv}\nlast@okafor.example`);
      expect([refused.status, refused.body]).toMatchObject([422, { code: 'contacts-file-too-long' }]);
      expect((await list(ada, '?q=person4999&limit=5')).body).toHaveLength(1);
      expect((await list(ada)).total).toBe(5000);
    });

    test.each(['', 'Grace,grace@harbour.example', '\x01;\x01'])(
      'rejects a file without headers: %j',
      async (csv) => {
        const ada = await office.desk();
        const refused = await importCsv(ada, csv);
        expect([refused.status, refused.body]).toMatchObject([422, { code: 'contacts-file-unreadable' }]);
      },
    );

    test('an exported file can be imported unchanged and contains no formulas (ASVS 1.2.10)', async () => {
      const ada = await office.desk();
      const mallory = {
        email: '+1@elsewhere.example',
        name: '=1+1',
        company: '@SUM(A1:A9)',
        note: '-2,"x"\n=3',
      };
      await add(ada, mallory);
      await add(ada, grace);
      const { bytes, headers } = await ada.ask('/api/contacts/export');
      expect(headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="contacts.csv"',
        'x-content-type-options': 'nosniff',
      });
      const csv = bytes.toString();
      expect(csv).toContain(`"'+1@elsewhere.example","'=1+1","'@SUM(A1:A9)","'-2,""x""\n=3"`);
      const linuses = await office.desk();
      await importCsv(linuses, csv);
      expect((await list(linuses)).body).toMatchObject([mallory, grace]);
    });
  });

  test('Mallory cannot access contacts of another account (S-07)', async () => {
    const ada = await office.desk();
    const { body } = await add(ada, grace);
    const mallory = await office.desk({
      firstName: 'Mallory',
      lastName: 'M',
      email: 'mallory@elsewhere.example',
    });
    const path = `/api/contacts/${body.id}`;
    expect((await mallory.ask(path)).status).toBe(404);
    expect((await mallory.put(path, linus)).status).toBe(404);
    expect((await mallory.delete(path)).status).toBe(404);
    expect((await mallory.ask('/api/contacts/not-an-id')).status).toBe(404);
    expect((await list(mallory)).total).toBe(0);
    expect((await mallory.ask('/api/contacts/export')).bytes.toString()).not.toContain(grace.email);
    expect((await add(mallory, grace)).status).toBe(201);
    await importCsv(mallory, `email,name\n${grace.email},Taken over`);
    expect((await ada.ask(path)).body).toEqual(body);
  });

  test.each([
    ['GET', '/api/contacts'],
    ['GET', '/api/contacts/export'],
    ['POST', '/api/contacts/import'],
    ['POST', '/api/contacts'],
    ['GET', '/api/audit'],
    ['GET', '/api/audit/export?format=csv'],
  ] as const)('an anonymous %s %s is refused', async (method, url) => {
    const answer = await office.product.app.inject({
      method,
      url,
      ...(method === 'POST' ? { payload: { csv: 'email', email: grace.email } } : {}),
    });
    expect(answer.statusCode).toBe(401);
  });
});
