import { beforeAll, describe, expect, test } from 'vitest';
import { recipientInput, sendBody, type DocumentDetail } from '#contract/documents/documents.ts';
import { fieldInput } from '#contract/documents/field.ts';
import { settableKeys } from '#contract/strict.ts';
import { grace } from '#testing/cast.ts';
import {
  fieldsWithEverySetting,
  lostSettings,
  referenceSettings,
  recipientSettings,
  sendingSettings,
  settingKeys,
  settingsOfFields,
} from '#testing/archives/copied-settings.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

describe('copies of a document', () => {
  let office: Office;
  let ada: Desk;
  let sent: DocumentDetail;
  beforeAll(async () => {
    office = await openOffice(await openOneDatabase());
    ada = await office.desk();
    const linus = { name: 'Linus Okafor', email: 'linus@okafor.example', order: 1 };
    const { id } = await ada.prepare(sampleLease(1), [linus, { ...grace, ...recipientSettings }], ([first]) =>
      fieldsWithEverySetting(first!),
    );
    const answer = await ada.send(id, sendingSettings);
    expect([answer.status, answer.body]).toMatchObject([200, {}]);
    expect((await ada.patch(`/api/documents/${id}`, referenceSettings)).status).toBe(200);
    sent = await ada.read(id);
  }, 60_000);

  function expectSame(copy: DocumentDetail, { code }: { code: 'kept' | 'asked for' }): void {
    expect(lostSettings(copy, grace.name, { code, isCopy: copy.id !== sent.id })).toEqual([]);
    expect(settingsOfFields(copy)).toEqual(settingsOfFields(sent));
  }

  test('the test data sets every property in the contract', () => {
    expect(settingKeys.recipient.toSorted()).toEqual(settableKeys(recipientInput.shape).toSorted());
    expect(settingKeys.sending.toSorted()).toEqual(Object.keys(sendBody.shape).toSorted());
    // The server sets two other properties: one for anchors in the file, and one when a recipient is removed.
    // Questions for the sender (`askSender`) end when a template is used.
    const known = Object.keys(fieldInput.shape.properties.unwrap().unwrap().shape);
    const tried = fieldsWithEverySetting('').flatMap(({ properties }) => Object.keys(properties ?? {}));
    expect([...new Set(tried)].toSorted()).toEqual(
      known.filter((key) => !['party', 'ownerGone', 'askSender'].includes(key)).toSorted(),
    );
  });

  test('the source document has every setting', () => expectSame(sent, { code: 'kept' }));

  test('a duplicate keeps every setting, even if sending does not repeat them', async () => {
    const made = await ada.post<{ id: string; notCopied: string[] }>(`/api/documents/${sent.id}/duplicate`);
    expect(made.body.notCopied).toEqual(['externalId']);
    expectSame(await ada.read(made.body.id), { code: 'kept' });
    expect((await ada.send(made.body.id)).status).toBe(200);
    expectSame(await ada.read(made.body.id), { code: 'kept' });
    const twice = await ada.post<{ id: string }>(`/api/documents/${made.body.id}/duplicate`);
    expectSame(await ada.read(twice.body.id), { code: 'kept' });
  });

  test('a template keeps every setting, and a document made from it requires a new access code', async () => {
    const words = { name: 'Quay', description: 'A quay', documentId: sent.id };
    const template = await ada.post<{ id: string }>('/api/templates', words);
    const copied = await ada.post<{ id: string; roles: { id: string; name: string; accessCode: boolean }[] }>(
      `/api/templates/${template.body.id}/duplicate`,
    );
    const { id, roles } = copied.body;
    expect(roles.map(({ accessCode }) => accessCode)).toEqual([false, true]);
    const listed = roles.map(({ id: role, name }) => ({
      id: role,
      name,
      ...(name.startsWith('Appr') && { role: 'approver' }),
    }));
    expect((await ada.put(`/api/templates/${id}/roles`, { roles: listed })).status).toBe(200);
    const people = roles.map((role, at) => {
      const person = at === 0 ? { name: 'Hana Sato', email: 'hana@sato.example' } : grace;
      return { roleId: role.id, ...person };
    });
    const used = await ada.post<{ id: string; accessCodesRequired: string[] }>(`/api/templates/${id}/use`, {
      recipients: people,
    });
    expect(used.body.accessCodesRequired).toEqual([roles[1]!.id]);
    const draft = await ada.read(used.body.id);
    expectSame(draft, { code: 'asked for' });
    expect(await ada.send(draft.id)).toMatchObject({ status: 422, body: { code: 'access-code-required' } });
    const coded = draft.recipients.map(({ email, role }) => ({
      email,
      role,
      ...(email === grace.email && { accessCode: 'Quay 15' }),
    }));
    expect((await ada.send(draft.id, { recipients: coded })).status).toBe(200);
    const refused = { status: 422, body: { code: 'access-code-required' } };
    const csv = 'Signer 1 Email,Approver 1 Email\nhana@sato.example,grace@harbour.example';
    expect(await ada.post(`/api/templates/${id}/bulk/preview`, { csv })).toMatchObject(refused);
    const withCode = people.map((one, at) => (at === 1 ? { ...one, accessCode: 'Quay 16' } : one));
    const other = await ada.post<{ id: string; accessCodesRequired: string[] }>(`/api/templates/${id}/use`, {
      recipients: withCode,
    });
    expect(other.body.accessCodesRequired).toEqual([]);
  });

  test('recipients can be sent back as they were read, and keep their protection in a different role', async () => {
    const made = await ada.post<{ id: string }>(`/api/documents/${sent.id}/duplicate`);
    const path = `/api/documents/${made.body.id}/recipients`;
    const draft = await ada.read(made.body.id);
    expect((await ada.put(path, draft.recipients)).status).toBe(200);
    expectSame(await ada.read(draft.id), { code: 'kept' });
    const open = draft.recipients.map((one) => ({ ...one, accessCode: false }));
    expect(await ada.put(path, open)).toMatchObject({ status: 422, body: { code: 'access-code-invalid' } });
    expect((await ada.put(path, [{ name: grace.name, email: grace.email, role: 'signer' }])).status).toBe(
      200,
    );
    expect((await ada.read(draft.id)).recipients).toMatchObject([
      { role: 'signer', accessCode: true, mailCode: true, passkey: 'required' },
    ]);
  });
});
