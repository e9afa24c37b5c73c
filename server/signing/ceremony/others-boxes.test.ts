import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '#contract/documents/documents.ts';
import { grace, linus } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk, Signer } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { drawnSignature } from '#testing/journey/drawn-signature.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

let office: Office;
let ada: Desk;
beforeAll(async () => {
  office = await openOffice(await openOneDatabase());
  ada = await office.desk();
});

const box = { page: 1, x: 20, width: 150, height: 40 };

/**
 * Grace has a signature field, a number with a hint and a note that the sender prefilled. Linus signs below.
 */
async function sent(): Promise<{ graces: Signer; linuses: Signer }> {
  await ada.sent(sampleLease(2), [grace, linus], ([first, second]): FieldInput[] => [
    { ...box, type: 'signature', y: 20, recipientId: first! },
    { ...box, type: 'text', y: 80, recipientId: first!, label: 'Note', required: false },
    { ...box, type: 'text', y: 140, recipientId: first!, label: 'Berth', properties: { value: 'Quay 4' } },
    { ...box, type: 'email', y: 200, recipientId: first!, label: 'Reply to' },
    { ...box, type: 'signature', y: 260, recipientId: second! },
    { ...box, type: 'number', y: 320, recipientId: first!, label: 'Rent', properties: { value: '1 250,50' } },
  ]);
  return { graces: ada.signer(grace.email), linuses: ada.signer(linus.email) };
}

const othersOf = async (signer: Signer) => (await signer.view()).body.others;

describe('other recipients’ fields on the signing page', () => {
  test('before anyone signs, the page shows position, type, name, role and prefilled values, but no addresses', async () => {
    const { graces, linuses } = await sent();
    const others = await othersOf(linuses);
    const whose = { name: grace.name, role: 'signer', typeface: null, pictureUrl: null };
    expect(others).toMatchObject([
      { ...box, ...whose, type: 'signature', y: 20, state: 'empty', value: '' },
      { ...box, ...whose, type: 'text', y: 80, state: 'empty', value: '' },
      { ...box, ...whose, type: 'text', y: 140, state: 'given', value: 'Quay 4' },
      { ...box, ...whose, type: 'email', y: 200, state: 'empty', value: '' },
      // The value has the format in which it will be sealed.
      { ...box, ...whose, type: 'number', y: 320, state: 'given', value: '1,250.50' },
    ]);
    expect(JSON.stringify(others)).not.toContain(grace.email);
    expect(await othersOf(graces)).toMatchObject([{ type: 'signature', y: 260, name: linus.name }]);
  });

  test('the page does not show what Grace has entered before she signs', async () => {
    const { graces, linuses } = await sent();
    const note = (await graces.view()).body.fields.find(({ label }) => label === 'Note')!;
    const draft = { method: 'PUT' as const, body: { values: { [note.id]: 'between ourselves' } } };
    expect((await graces.ask('/draft', draft)).status).toBe(200);
    expect(JSON.stringify((await linuses.view()).body)).not.toContain('between ourselves');
  });

  test('after Grace signs, the page shows her values as they will be sealed', async () => {
    const { graces, linuses } = await sent();
    await graces.opened();
    expect((await graces.sign({ typeface: 'caveat' })).status).toBe(200);
    expect(await othersOf(linuses)).toMatchObject([
      { type: 'signature', state: 'signed', value: grace.name, typeface: 'caveat' },
      { type: 'text', y: 80, state: 'signed', value: 'As agreed' },
      { type: 'text', y: 140, state: 'signed' },
      { type: 'email', state: 'signed', value: grace.email },
      { type: 'number', state: 'signed', value: '1,250.50' },
    ]);
  });

  test('Grace’s drawn signature is served only after she has signed, and only for signature fields', async () => {
    const { graces, linuses } = await sent();
    const { id } = (await graces.view()).body.fields.find(({ type }) => type === 'signature')!;
    expect((await linuses.ask(`/marks/${id}`)).status).toBe(404);
    await graces.opened();
    await graces.sign({ signatureText: null, signatureData: drawnSignature() });
    const [mark, note] = await othersOf(linuses);
    expect(mark).toMatchObject({ state: 'signed', value: '' });
    const picture = await linuses.ask(mark!.pictureUrl!.replace(`/api/sign/${linuses.token}`, ''));
    expect(picture.status).toBe(200);
    expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect((await linuses.ask(`/marks/${note!.id}`)).status).toBe(404);
    const other = await sent();
    expect((await other.linuses.ask(`/marks/${id}`)).status).toBe(404);
  });

  test('a box over a clause is shown to other signers together with its owner (P-11)', async () => {
    const own = { email: 'ada@harbour.example', name: 'Ada Moreau' };
    await ada.sent(sampleLease(1), [grace, own], ([victim, owner]): FieldInput[] => [
      { ...box, type: 'signature', y: 500, recipientId: victim! },
      { ...box, type: 'signature', y: 90, recipientId: owner! },
    ]);
    expect(await othersOf(ada.signer(grace.email))).toMatchObject([
      { ...box, y: 90, type: 'signature', name: own.name, role: 'signer', state: 'empty' },
    ]);
  });
});
