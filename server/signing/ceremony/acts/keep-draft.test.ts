import { beforeAll, expect, test } from 'vitest';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk, Signer } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

describeOnOneDatabase('a signer’s draft entries', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
  });

  const box = { type: 'text' as const, page: 1, x: 20, width: 150, height: 30 };
  const send = async () => {
    const document = await ada.sent(sampleLease(1), [grace, linus], (ids) =>
      ids.map((recipientId, index) => ({ ...box, y: 20 + index * 60, recipientId })),
    );
    return { id: document.id, graces: ada.signer(grace.email), linuses: ada.signer(linus.email) };
  };
  const fieldOf = async (signer: Signer) => (await signer.view()).body.fields[0]!.id;
  const put = (signer: Signer, values: Record<string, string>) =>
    signer.put<{ savedAt: string; code: string }>('/draft', { values });
  const rows = (id: string) =>
    office.ports.database.db
      .selectFrom('ceremony_drafts')
      .selectAll()
      .where('document_id', '=', id)
      .execute();

  test('entries are restored on the next visit, only for this signer, and are encrypted in the database', async () => {
    const { id, graces, linuses } = await send();
    const field = await fieldOf(graces);
    const saved = await put(graces, { [field]: 'Bergen', [await fieldOf(linuses)]: 'not hers' });
    expect(saved.status).toBe(200);
    const { draft } = (await graces.view()).body;
    expect(draft).toEqual({ values: { [field]: 'Bergen' }, savedAt: saved.body.savedAt });
    expect((await linuses.view()).body.draft).toBeNull();
    const [row] = await rows(id);
    expect(Buffer.from(row!.content, 'base64').toString('latin1')).not.toContain('Bergen');
  });

  test('entries cannot be decrypted for another recipient', async () => {
    const { id, graces, linuses } = await send();
    await put(graces, { [await fieldOf(graces)]: 'Bergen' });
    const recipientId = (await linuses.view()).body.recipient.id;
    await office.ports.database.db
      .updateTable('ceremony_drafts')
      .set({ recipient_id: recipientId })
      .where('document_id', '=', id)
      .execute();
    expect((await linuses.view()).body.draft).toBeNull();
  });

  test('signing deletes the saved entries, and none can be saved afterwards', async () => {
    const { id, graces, linuses } = await send();
    const field = await fieldOf(graces);
    await put(graces, { [field]: 'Bergen' });
    await put(linuses, { [await fieldOf(linuses)]: 'Lagos' });
    expect((await graces.sign()).status).toBe(200);
    expect(await rows(id)).toHaveLength(1);
    expect((await put(graces, { [field]: 'Oslo' })).body.code).toBe('already-signed');
    expect((await linuses.decline('Too dear')).status).toBe(204);
    expect(await rows(id)).toEqual([]);
  });

  test('entries are deleted when the sender ends the document', async () => {
    const { id, graces } = await send();
    const field = await fieldOf(graces);
    await put(graces, { [field]: 'Bergen' });
    await ada.post(`/api/documents/${id}/void`, { reason: 'Sold' });
    expect(await rows(id)).toEqual([]);
    expect((await put(graces, { [field]: 'Oslo' })).body.code).toBe('document-voided');
  });
});
