import { beforeAll, expect, test } from 'vitest';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { scopes } from '#core/permission/scope.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const unseen = ['\u200b', '\u3164', '\u2800', '\u115f\u1160', '\uffa0', '\u00ad\ufe0f', '\u{e0041}\u{e0042}'];

describeOnOneDatabase('required text made of invisible characters', (open) => {
  let office: Office;
  let ada: Desk;
  let draft: DocumentDetail;
  let sent: DocumentDetail;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    await office.ports.database.db
      .updateTable('accounts')
      .set({ plan: 'business', plan_until: null })
      .execute();
    draft = await ada.prepare(sampleLease(1), [grace]);
    const ready = await ada.prepare(sampleLease(1), [grace], ([id]) => [
      {
        type: 'text',
        label: 'Remarks',
        page: 1,
        x: 72,
        y: 120,
        width: 190,
        height: 26,
        recipientId: id!,
        required: true,
      },
    ]);
    await ada.send(ready.id, { allowDelegation: true });
    await office.settled();
    sent = await ada.read(ready.id);
  }, 60_000);

  const template = { description: 'For a year', category: 'Legal' };
  const edges: [string, string, (text: string) => Promise<{ status: number; body: unknown }>][] = [
    ['a title', 'title-missing', (title) => ada.put(`/api/documents/${draft.id}`, { title })],
    ['a folder', 'folder-name-missing', (name) => ada.post('/api/folders', { name })],
    [
      'the name of a template',
      'template-incomplete',
      (name) => ada.post('/api/templates', { ...template, name, documentId: draft.id }),
    ],
    [
      'the description of a template',
      'template-incomplete',
      (description) =>
        ada.post('/api/templates', { ...template, name: 'Lease', description, documentId: draft.id }),
    ],
    ['a key', 'key-name-missing', (name) => ada.post('/api/keys', { name, mode: 'live', scopes })],
    ['a group', 'request-malformed', (name) => ada.post('/api/team/groups', { name, memberIds: [] })],
    ['a hold', 'reason-missing', (reason) => ada.put(`/api/documents/${sent.id}/hold`, { reason })],
    ['a void', 'reason-missing', (reason) => ada.post(`/api/documents/${sent.id}/void`, { reason })],
    [
      'an erasure',
      'reason-missing',
      (reason) =>
        ada.post(`/api/documents/${sent.id}/recipients/${sent.recipients[0]!.id}/erase`, { reason }),
    ],
    [
      'a proposal to void',
      'reason-missing',
      (reason) => ada.post('/api/proposals', { act: 'void', documentId: sent.id, reason }),
    ],
    ['a delegation', 'reason-missing', (reason) => ada.signer(grace.email).delegate({ ...linus, reason })],
    [
      'a field',
      'field-missing',
      (value) => ada.signer(grace.email).sign({ fields: [{ id: sent.signatureFields[0]!.id, value }] }),
    ],
    [
      'a typed signature',
      'signature-missing',
      (signatureText) =>
        ada.signer(grace.email).sign({
          signatureText,
          fields: [{ id: sent.signatureFields[0]!.id, value: 'As agreed' }],
        }),
    ],
    [
      'a recipient',
      'recipient-name-invalid',
      (name) =>
        ada.put(`/api/documents/${draft.id}/recipients`, {
          recipients: [{ ...grace, name, role: 'signer' }],
        }),
    ],
    [
      'an access code',
      'access-code-invalid',
      (one) =>
        ada.put(`/api/documents/${draft.id}/recipients`, {
          recipients: [{ ...grace, role: 'signer', accessCode: one.repeat(4) }],
        }),
    ],
  ];

  test.each(edges)('%s: an invisible character is rejected (%s)', async (_name, code, ask) => {
    for (const text of unseen) expect((await ask(text)).body).toMatchObject({ code });
    expect(await ada.read(sent.id)).toMatchObject({ status: 'sent' });
  });
});
