import { describe, expect, test } from 'vitest';
import type { FieldInput } from '#contract/documents/documents.ts';
import type { AttachedFile } from '#core/field/attached-file.ts';
import { WrongBytesError } from '#server/ports/file-store.ts';
import { grace, linus } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk, Signer } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { casesOfRun } from '#testing/long-run.ts';

/** One glyph of fourteen characters, each joined to the previous one. */
const joined = Array(14).fill('😀').join('\u200d');

const place = { page: 1, x: 60, y: 300, width: 104, height: 26 };
const signature = { ...place, type: 'signature' as const, width: 190, height: 48 };

async function open(): Promise<{ office: Office; ada: Desk }> {
  const office = await openOffice(await openOneDatabase());
  return { office, ada: await office.desk() };
}

describe('a document that could not be sealed is not sent', () => {
  const tiny = makePdf({ pages: [{ mediaBox: [0, 0, 30, 20] }] });
  const clause = makePdf({ pages: [{ text: 'Agreement: I owe nothing.' }] });
  const two = [grace, linus];
  const cases: [string, Uint8Array, (ids: string[]) => FieldInput[], string, RegExp][] = [
    [
      'overlapping dates of two people',
      sampleLease(1),
      ([graces, linuses]) => [
        { ...place, type: 'date', recipientId: graces! },
        { ...place, type: 'date', y: 303, recipientId: linuses! },
      ],
      'field-overlap',
      /^The date field on page 1 overlaps the date field of another recipient\. Move one of them\.$/,
    ],
    [
      'a signature over a clause',
      clause,
      ([graces]) => [{ ...signature, x: 30, y: 20, width: 260, height: 40, recipientId: graces! }],
      'field-overlap',
      /^The signature field on page 1 covers ‘Agreement: I owe nothing\.’\./,
    ],
    [
      'a signature on a page of 30 by 20 points, where no name fits',
      tiny,
      ([graces]) => [{ ...signature, x: 0, y: 1, width: 30, height: 12, recipientId: graces! }],
      'field-incomplete',
      /^The signature field on page 1 is too small for ‘Grace Lindqvist’\. Enlarge it\.$/,
    ],
    [
      'a text field too small for a single letter',
      sampleLease(1),
      ([graces]) => [{ ...place, type: 'text', width: 8, height: 8, recipientId: graces! }],
      'field-incomplete',
      /^The text field on page 1 is too small for any content\. Enlarge it\.$/,
    ],
  ];

  test('a document that could not be sealed is refused with a message that names the field, and remains a draft', async () => {
    const { ada } = await open();
    for (const [what, file, fields, code, sentence] of cases) {
      const { id } = await ada.prepare(file, two, fields);
      const answer = await ada.send(id);
      expect(answer, what).toMatchObject({ status: 422, body: { code } });
      expect((answer.body as unknown as { detail: string }).detail, what).toMatch(sentence);
      expect((await ada.read(id)).status, what).toBe('draft');
    }
  });

  test('the sender sees what the fields cover before sending', async () => {
    const { office, ada } = await open();
    const { id, signatureFields } = await ada.prepare(clause, two, ([graces]) => [
      { ...signature, x: 30, y: 20, width: 260, height: 40, recipientId: graces! },
      { ...signature, recipientId: graces! },
    ]);
    const { body } = await ada.ask(`/api/documents/${id}/overlaps`);
    const onClause = { fieldId: signatureFields[0]!.id, page: 1, over: 'text', blocks: true };
    const free = { x: 30, y: expect.any(Number) };
    expect(body).toEqual({ covers: [{ ...onClause, text: 'Agreement: I owe nothing.', free }] });
    const mallory = await office.desk({ firstName: 'Mallory', lastName: 'Bay', email: 'm@bay.example' });
    expect((await mallory.ask(`/api/documents/${id}/overlaps`)).status).toBe(404);
  });
});

describe('a signed document always comes to an end', () => {
  test('a damaged file is detected when someone signs, not after everyone has signed', async () => {
    const { office, ada } = await open();
    const { id } = await ada.sent(sampleLease(1), [grace]);
    const { files } = office.ports;
    const { read } = files;
    files.read = (sha256) => Promise.reject(new WrongBytesError(sha256));
    const signer = ada.signer(grace.email);
    await signer.opened();
    const refused = await signer.sign().finally(() => (files.read = read));
    expect(refused).toMatchObject({ status: 503, body: { code: 'document-damaged' } });
    expect(await ada.read(id)).toMatchObject({ status: 'sent', actedCount: 0 });
    // The operator has restored the file.
    expect((await signer.sign()).status).toBe(200);
    await office.settled();
    expect(await ada.read(id)).toMatchObject({ status: 'completed', sealProblem: null });
  });

  const day = 86_400_000;

  /**
   * Returns a fully signed document of a server that cannot store files. `end` voids it as the sender, `days`
   * after the last signature.
   */
  async function unsealed() {
    const { office, ada } = await open();
    const { id } = await ada.sent(sampleLease(1), [grace]);
    const { files } = office.ports;
    const { put } = files;
    files.put = () => Promise.reject(new Error('no room'));
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await expect.poll(async () => (await ada.read(id)).sealProblem, { timeout: 20_000 }).toMatch(/\.$/);
    const end = async (days: number) => {
      const at = { updated_at: new Date(office.now() - days * day) };
      await office.ports.database.db.updateTable('documents').set(at).where('id', '=', id).execute();
      return ada.post(`/api/documents/${id}/void`, { reason: 'No seal.' });
    };
    return { office, ada, id, end, restore: () => void (files.put = put) };
  }

  test('the sender can void a document that cannot be sealed, and all recipients are notified', async () => {
    const { office, ada, id, end, restore } = await unsealed();
    expect((await end(8)).status).toBe(200);
    restore();
    expect(await ada.read(id)).toMatchObject({ status: 'voided', sealing: false, sealProblem: null });
    await office.settled();
    expect(office.post.to(grace.email).at(-1)?.text).toContain('No seal.');
  });

  test('after one failed attempt, the sender cannot void a fully signed document yet', async () => {
    const { ada, id, end, restore } = await unsealed();
    const delayed = { status: 409, body: { code: 'document-seal-delayed' } };
    expect(await end(0)).toMatchObject(delayed);
    restore();
    expect(await end(7)).toMatchObject(delayed);
    expect((await ada.post(`/api/documents/${id}/seal`)).status).toBe(204);
    await expect.poll(async () => (await ada.read(id)).status, { timeout: 20_000 }).toBe('completed');
  });
});

describe('input is either sealed, or refused while the signer can correct it', () => {
  const cases: [string, 'text' | 'signatureText' | 'initialsText' | 'file', string][] = [
    ['mathematical letters with separate accents', 'text', '𝐉𝐨𝐬𝐞\u0301 𝐏𝐞\u0301𝐫𝐞𝐳'],
    ['wide letters with an accent', 'text', 'Ａ\u0301Ｂ'],
    ['a combining mark without a letter before it', 'text', '\u0e35ทดสอบ'],
    ['a combining mark without a letter in a second line', 'text', 'i\n\u0489b'],
    ['a combining mark alone', 'text', '\u0303'],
    ['many characters joined to one glyph, as a signature', 'signatureText', joined],
    ['many characters joined to one glyph, as initials', 'initialsText', joined],
    ['many characters joined to one glyph, as a file name', 'file', joined],
  ];
  test.each(casesOfRun(cases, 3))('seals or refuses %s', async (_, where, value) => {
    const { office, ada } = await open();
    const lease = await ada.sent(sampleLease(1), [grace], ([id]) => everywhere(id!));
    const idOf = (type: string) => lease.signatureFields.find((field) => field.type === type)!.id;
    const signer = ada.signer(grace.email);
    const signed = await signer.sign(
      where === 'text' || where === 'file'
        ? {
            fields: [
              { id: idOf('text'), value: where === 'text' ? value : 'As agreed' },
              ...(where === 'file' ? [await handIn(signer, idOf('attachment'), `${value}.pdf`)] : []),
            ],
          }
        : { [where]: value },
    );
    expect([200, 422]).toContain(signed.status);
    await office.settled();
    const { status, sealProblem } = await ada.read(lease.id);
    expect([status, sealProblem]).toEqual([signed.status === 200 ? 'completed' : 'sent', null]);
  });

  test('a value that its signer cannot change does not prevent them from signing', async () => {
    const { office, ada } = await open();
    const { id } = await ada.sent(sampleLease(1), [grace], ([owner]) => fixed(owner!, joined));
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    expect(await ada.read(id)).toMatchObject({ status: 'completed', sealProblem: null });
  });
});

describe('rarely used letters that another engine finds outside their box', () => {
  test('a signature or initials with such letters are refused while the signer can correct them', async () => {
    const { office, ada } = await open();
    const lease = await ada.sent(sampleLease(1), [grace], ([id]) => everywhere(id!));
    const text = lease.signatureFields.find(({ type }) => type === 'text')!;
    const act = { signatureText: '署名', initialsText: '署', fields: [{ id: text.id, value: '契約' }] };
    for (const [wrong, says] of [
      ['署名', 'Your typed signature can’t be printed on page 1. Use different characters, or draw it.'],
      ['署', 'Your typed initials can’t be printed on page 1. Use different characters, or draw it.'],
      ['契約', 'Your entry on page 1 can’t be printed as it is. Type it with different characters.'],
    ] as const) {
      const restore = findFaultIn(office, wrong);
      const refused = await ada.signer(grace.email).sign(act).finally(restore);
      expect(refused).toMatchObject({ status: 422, body: { detail: says } });
    }
    expect((await ada.signer(grace.email).sign(act)).status).toBe(200);
    await office.settled();
    expect(await ada.read(lease.id)).toMatchObject({ status: 'completed', sealProblem: null });
  });

  test('a file name with such letters is refused until the file is renamed', async () => {
    const { office, ada } = await open();
    const lease = await ada.sent(sampleLease(1), [grace], ([id]) => everywhere(id!));
    const { id } = lease.signatureFields.find(({ type }) => type === 'attachment')!;
    const restore = findFaultIn(office, '旅券.pdf');
    await handIn(ada.signer(grace.email), id, '旅券.pdf', 'file.pdf').finally(restore);
    await handIn(ada.signer(grace.email), id, '旅券.pdf', '旅券.pdf');
  });

  test('a fixed value with such letters cannot be sent', async () => {
    const { office, ada } = await open();
    const { id } = await ada.prepare(sampleLease(1), [grace], ([owner]) => fixed(owner!, '契約'));
    const restore = findFaultIn(office, '契約');
    expect(await ada.send(id).finally(restore)).toMatchObject({
      status: 422,
      body: {
        code: 'field-incomplete',
        detail: 'The text field on page 1 contains a value that can’t be printed. Use different characters.',
      },
    });
    expect((await ada.read(id)).status).toBe('draft');
  });
});

/** Returns a field of each type that accepts typed text. */
function everywhere(recipientId: string): FieldInput[] {
  return [
    { ...signature, x: 300, recipientId },
    { ...place, type: 'initial', x: 300, y: 360, width: 140, height: 36, recipientId },
    // Offset that makes overflow most visible on the pixel grid.
    { ...place, type: 'text', x: 61, y: 400, width: 110, height: 32, recipientId },
    { ...place, type: 'attachment', x: 300, y: 440, width: 190, required: false, recipientId },
  ];
}

function fixed(recipientId: string, value: string): FieldInput[] {
  const properties = { value, readOnly: true };
  return [
    { ...signature, recipientId },
    { ...place, type: 'text', x: 300, y: 400, width: 190, properties, recipientId },
  ];
}

/** Uploads a file whose name is displayed as `shown`. Returns the value that refers to it. */
async function handIn(signer: Signer, id: string, name: string, shown = name) {
  const form = multipartForm([{ name, bytes: sampleLease(1) }]);
  const { status, body } = await signer.ask<AttachedFile>(`/attachments/${id}`, { method: 'POST', ...form });
  expect({ status, name: body.name }).toEqual({ status: 201, name: shown });
  return { id, value: body.sha256 };
}

/**
 * Makes the engine report ink outside all boxes whenever it prints this text. Returns a function that
 * restores the engine.
 */
function findFaultIn(office: Office, text: string): () => void {
  const { pdf } = office.ports;
  const { add } = pdf;
  pdf.add = (addition, account) =>
    addition.composition.stamps.some((stamp) => stamp.kind === 'text' && stamp.text === text)
      ? Promise.resolve({ wrong: { sentence: 'Page 1 changed outside of its fields.' } })
      : add(addition, account);
  return () => void (pdf.add = add);
}
