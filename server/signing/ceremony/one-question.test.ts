import { beforeAll, expect, test } from 'vitest';
import type { FieldInput } from '#contract/documents/documents.ts';
import type { Problem } from '#contract/problem.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import type { SentDocumentView } from '#contract/documents/one-call.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { readAloud } from '#testing/judges/look-at.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const place = (y: number, more: Partial<FieldInput>): FieldInput => ({
  ...{ type: 'text', page: 1, x: 72, y, width: 190, height: 26, required: true },
  ...more,
});
const named = (recipientId: string, properties: FieldInput['properties'] = {}) =>
  [120, 160].map((y) =>
    place(y, {
      recipientId,
      label: y === 120 ? 'Company' : '',
      properties: { name: 'company', ...properties },
    }),
  );

describeOnOneDatabase('fields with the same name', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
  });

  test('fields with the same name are one question for the signer, whose answer is printed twice and listed once', async () => {
    const lease = await ada.sent(sampleLease(1), [grace], ([id]) => named(id!));
    const [first, second] = lease.signatureFields;
    const twice = [
      { id: first!.id, value: 'Harbour' },
      { id: second!.id, value: 'Quay' },
    ];
    const refused = await ada.signer(grace.email).sign({ fields: twice });
    expect(refused).toMatchObject({ status: 422, body: { code: 'field-value-invalid' } });
    expect((await ada.signer(grace.email).sign({ fields: [twice[0]!] })).status).toBe(200);
    await office.settled();
    const { body } = await ada.ask<{ values: { label: string; value: string }[] }>(
      `/api/documents/${lease.id}`,
    );
    expect(body.values).toMatchObject([{ label: 'Company', value: 'Harbour' }]);
    const { bytes } = await ada.ask(`/api/documents/${lease.id}/download`);
    const [page, certificate] = [await readAloud(bytes, 1), await readAloud(bytes, 2)];
    expect(page.match(/Harbour/g)).toHaveLength(2);
    expect(certificate.match(/Company/g)).toHaveLength(1);
  });

  test('fields with the same name cannot be sent if their rules differ', async () => {
    const draft = await ada.prepare(sampleLease(1), [grace], ([id]) => [
      named(id!)[0]!,
      { ...named(id!)[1]!, required: false },
    ]);
    expect(await ada.send(draft.id)).toMatchObject({
      status: 422,
      body: { code: 'field-incomplete', parameters: { reason: 'fault.same-name' } },
    });
  });

  test('fields with the same name are two questions if they belong to two recipients', async () => {
    const lease = await ada.sent(sampleLease(1), [grace, linus], ([one, other]) => [
      named(one!)[0]!,
      named(other!)[1]!,
    ]);
    for (const [index, person] of [grace, linus].entries()) {
      const fields = [{ id: lease.signatureFields[index]!.id, value: `Answer ${index}` }];
      expect((await ada.signer(person.email).sign({ fields })).status).toBe(200);
      await office.settled();
    }
    const { body } = await ada.ask<{ values: { value: string }[] }>(`/api/documents/${lease.id}`);
    expect(body.values.map(({ value }) => value)).toEqual(['Answer 0', 'Answer 1']);
  });

  test('values requested from the sender are entered once when a template is used', async () => {
    const draft = await ada.prepare(sampleLease(1), [grace], ([id]) => [
      ...named(id!, { readOnly: true, askSender: true }),
      place(200, { recipientId: id!, label: 'Rent', type: 'number', properties: { askSender: true } }),
    ]);
    const created = await ada.post<TemplateDetail>('/api/templates', {
      ...{ name: 'Lease', description: 'Berths', documentId: draft.id },
    });
    const path = `/api/templates/${created.body.id}`;
    const request = (values?: object) => ({ recipients: [grace], ...(values && { values }) });
    for (const act of ['use', 'send']) {
      const { status, body } = await ada.post<Problem>(`${path}/${act}`, request({ company: ' ' }));
      expect([status, body.code, body.parameters]).toEqual([
        422,
        'template-values-missing',
        { known: '‘company’, ‘Rent’' },
      ]);
    }
    const sent = await ada.post<SentDocumentView>(`${path}/send`, request({ company: 'Harbour', Rent: 950 }));
    expect([sent.status, sent.body.recipients?.[0]?.fields]).toMatchObject([
      201,
      [{ value: 'Harbour' }, { value: 'Harbour' }, { value: '950' }],
    ]);
    const document = await ada.read(sent.body.id);
    expect(document.signatureFields.map(({ properties }) => properties?.askSender)).toEqual([
      ...[undefined, undefined, undefined],
    ]);
    const row = (line: string) =>
      ada.post<{ rows?: object[] } & Problem>(`${path}/bulk/preview`, { csv: line });
    const preview = await row(
      `Email,Name,company,Rent\n${grace.email},Grace,Harbour,950\n${linus.email},Linus,,`,
    );
    expect([preview.status, JSON.stringify(preview.body)]).toEqual([
      200,
      expect.stringMatching(/template-values-missing/),
    ]);
  });
});
