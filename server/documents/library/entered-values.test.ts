import { beforeAll, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { DocumentDetail, EnteredValueView } from '#contract/documents/documents.ts';
import type { SentDocumentView } from '#contract/documents/one-call.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { leaseTemplate } from '#testing/documents/lease-template.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

type Read = DocumentDetail & { values: EnteredValueView[] };

describeOnOneDatabase('the values that recipients entered', (open) => {
  let office: Office;
  let ada: Desk;
  let path: string;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    path = `/api/templates/${(await leaseTemplate(ada)).id}/send`;
  }, 60_000);

  const send = async (more: object = {}) => {
    const recipients = [
      { role: 'Tenant', ...grace },
      { role: 'Landlord', ...linus },
    ];
    const { body } = await ada.post<SentDocumentView>(path, {
      recipients,
      signingOrder: 'parallel',
      ...more,
    });
    await office.settled();
    const idOf = (label: string) =>
      body.recipients[0]!.fields.find((field) => (field.label || field.type) === label)!.id;
    return { ...body, idOf };
  };
  const valuesOf = async (id: string, desk = ada) =>
    (await desk.ask<Read>(`/api/documents/${id}`)).body.values;
  const soFar = async (id: string, desk = ada) => desk.ask<Read>(`/api/documents/${id}?entered=true`);
  const shortOf = async (id: string) =>
    (await valuesOf(id)).map(({ label, type, value, printed }) => [label || type, value, printed]);

  test('after signing, values are returned by label, both as entered and as printed', async () => {
    const formats = { dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' };
    const { id, recipients, idOf } = await send({ formats, values: { Payment: 'Monthly' } });
    expect(await valuesOf(id)).toEqual([]);
    const entered = {
      Company: 'Harbour',
      Rent: '1.250,50',
      Start: '2026-12-01',
      Term: '2 years',
      Parking: true,
    };
    const fields = Object.entries(entered).map(([label, value]) => ({ id: idOf(label), value }));
    expect((await ada.signer(grace.email).sign({ fields })).status).toBe(200);
    const ofGrace = [
      ['Company', 'Harbour', 'Harbour'],
      ['Rent', '1250.50', '1.250,50'],
      ['Start', '2026-12-01', '01.12.2026'],
      ['Term', '2 years', '2 years'],
      ['Parking', true, null],
      ['Payment', 'Monthly', null],
    ];
    expect(await shortOf(id)).toEqual(ofGrace);
    expect((await valuesOf(id))[0]).toMatchObject({
      fieldId: idOf('Company'),
      recipientId: recipients[0]!.id,
      enteredAt: expect.any(String),
    });
    expect((await ada.signer(linus.email).sign({ fields: [] })).status).toBe(200);
    await office.settled();
    expect((await ada.read(id)).status).toBe('completed');
    expect(await shortOf(id)).toEqual([...ofGrace, ['Reference', 'B-1', 'B-1']]);
  });

  longTest(
    'before signing, values are returned only on request, marked as entered, and not after declining',
    async () => {
      const { id, idOf } = await send({ values: { Rent: 5, Payment: 'Monthly' } });
      const signer = ada.signer(grace.email);
      await signer.opened();
      const values = {
        [idOf('Company')]: ' Not yet agreed ',
        [idOf('Rent')]: '1 250,5',
        [idOf('Parking')]: true,
      };
      expect((await signer.put('/draft', { values })).status).toBe(200);
      expect(await valuesOf(id)).toEqual([]);
      const read = await soFar(id);
      expect(
        read.body.values.map(({ label, state, value, printed }) => [label, state, value, printed]),
      ).toEqual([
        ['Company', 'entered', 'Not yet agreed', null],
        ['Rent', 'entered', '1250.5', null],
        ['Parking', 'entered', true, null],
      ]);
      expect((await ada.signer(linus.email).sign({ fields: [] })).status).toBe(200);
      expect((await soFar(id)).body.values.map(({ label, state }) => [label, state])).toEqual([
        ['Company', 'entered'],
        ['Rent', 'entered'],
        ['Parking', 'entered'],
        ['Reference', 'signed'],
      ]);
      expect((await signer.decline('Too expensive')).status).toBe(204);
      expect((await soFar(id)).body.values.map(({ state }) => state)).toEqual(['signed']);
    },
  );

  test('before signing, values are returned only to members and keys that may manage the document', async () => {
    const { id, idOf } = await send({ values: { Rent: 5, Payment: 'Monthly' } });
    const signer = ada.signer(grace.email);
    await signer.opened();
    await signer.put('/draft', { values: { [idOf('Company')]: 'Harbour' } });
    const viewer = await office.colleague(ada, { email: 'viewer@elsewhere.example', role: 'viewer' });
    expect(await soFar(id, viewer)).toMatchObject({ status: 403, body: { code: 'not-permitted' } });
    expect((await viewer.ask<Read>(`/api/documents/${id}`)).status).toBe(200);
    const keyWith = async (...scopes: string[]) => {
      const key = await ada.post<NewKeyAnswer>('/api/keys', { name: 'Payroll', mode: 'live', scopes });
      return ada.program(key.body.secret);
    };
    const reading = await soFar(id, await keyWith('documents:read'));
    expect(reading).toMatchObject({ status: 403, body: { code: 'insufficient-scope' } });
    const sending = await soFar(id, await keyWith('documents:read', 'documents:send'));
    expect(sending.body.values.map(({ value }) => value)).toEqual(['Harbour']);
  });

  test('Mallory and keys without the right to read documents cannot see values', async () => {
    const { id } = await send({ values: { Rent: 5, Payment: 'Monthly' } });
    expect((await ada.signer(grace.email).sign({ fields: [] })).status).toBe(200);
    const mallory = await office.desk({ email: 'mallory@elsewhere.example' });
    expect(await mallory.ask(`/api/documents/${id}`)).toMatchObject({ status: 404 });
    for (const [mode, scope] of [
      ['live', 'templates:read'],
      ['test', 'documents:read'],
    ] as const) {
      const key = await ada.post<NewKeyAnswer>('/api/keys', { name: 'Payroll', mode, scopes: [scope] });
      expect(await valuesOf(id, ada.program(key.body.secret))).toBeUndefined();
    }
    const draft = await ada.upload(sampleLease(1));
    expect(await valuesOf(draft.body.id)).toEqual([]);
  });
});
