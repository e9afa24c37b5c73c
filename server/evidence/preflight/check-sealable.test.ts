import { describe, expect, test } from 'vitest';
import type { Field } from '#core/field/field.ts';
import type { DocumentFormats } from '#core/formats/formats.ts';
import { openInProcessEngine } from '#server/adapters/pdf-engine/in-process.ts';
import { tooMuch } from '#server/adapters/pdf-engine/too-much.ts';
import { grace } from '#testing/cast.ts';
import { memoryFileStore } from '#testing/fakes/memory-file-store.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import { createSealPreflight } from './check-sealable.ts';

const graces = { ...grace, id: '0195550a-0000-7000-8000-0000000000a2', role: 'signer' as const };
const signature: Field = {
  id: '0195550a-0000-7000-8000-0000000000b1',
  type: 'signature',
  recipientId: graces.id,
  page: 1,
  x: 60,
  y: 300,
  width: 190,
  height: 48,
  required: true,
  label: '',
};
const onClause: Field = { ...signature, x: 30, y: 20, width: 260, height: 40 };

describe('one engine failure on an overloaded machine is not cached for the file', () => {
  test('a field over a clause is reported and refused on the next attempt', async () => {
    const ada = await open((engine) => ({ lookUnder: first(tooMuch.lookUnder, engine.lookUnder) }));
    expect(await ada.covers(onClause)).toEqual([]);
    expect(await ada.covers(onClause)).toMatchObject([{ over: 'text', blocks: true }]);
    expect(await ada.check(onClause)).toMatchObject({ refused: 'field-overlap' });
  });

  test('a document cannot be sent until the server knows what its fields cover', async () => {
    const ada = await open((engine) => ({ lookUnder: first(tooMuch.lookUnder, engine.lookUnder) }));
    expect(await ada.check(onClause)).toMatchObject({
      refused: 'preflight-unavailable',
      detail: expect.stringMatching(
        /Try again in an hour. If that doesn’t help, print the file to a new PDF/,
      ),
    });
    expect(await ada.check(onClause)).toMatchObject({ refused: 'field-overlap' });
  });

  test('a document whose check failed can be sent later', async () => {
    const ada = await open((engine) => ({ tryOut: first(tooMuch.tryOut, engine.tryOut) }));
    expect(await ada.check(signature)).toMatchObject({ refused: 'preflight-unavailable' });
    expect(await ada.check(signature)).toBeUndefined();
  });

  test('a repeated check reuses the earlier result', async () => {
    let asked = 0;
    const ada = await open(({ tryOut }) => ({ tryOut: (trial) => ((asked += 1), tryOut(trial)) }));
    expect(await ada.check(signature)).toBeUndefined();
    expect(await ada.check(signature)).toBeUndefined();
    expect(asked).toBe(1);
  });
});

test('the line under a signature must not cross any word', async () => {
  const ada = await open(() => ({}));
  const field = { ...signature, x: 60, y: 10, width: 60, height: 26 };
  expect(await ada.check(field)).toBeUndefined();
  const formats = { timeZone: 'UTC', dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' } as const;
  expect(await ada.check(field, { ...formats, signatureLine: true })).toMatchObject({
    refused: 'field-overlap',
  });
  expect(await ada.covers(field)).toMatchObject([{ blocks: false }]);
  expect(await ada.covers(field, { ...formats, signatureLine: true })).toMatchObject([
    { over: 'text', blocks: true, field },
  ]);
});

/** Opens Ada's one-page draft with a clause. `differing` replaces tasks of the engine. */
async function open(differing: (engine: PdfEngine) => Partial<PdfEngine>) {
  const [files, engine] = [memoryFileStore(), openInProcessEngine()];
  const baseSha256 = await files.put(makePdf({ pages: [{ text: 'Agreement: I owe nothing.' }] }));
  const page = { width: 595, height: 842, rotate: 0 as const, crop: [0, 0, 595, 842] as const, userUnit: 1 };
  const document = { accountId: 'a', id: 'd', title: 'Lease', originalSha256: '', baseSha256, pages: [page] };
  const pdf = { ...engine, ...differing(engine) };
  const sealable = createSealPreflight({ files, pdf, clock: () => Date.UTC(2026, 10, 26) });
  const names = { senderName: 'Ada Moreau', accountName: '' };
  return {
    covers: (field: Field, formats: DocumentFormats | null = null) =>
      sealable.covers({ document: { ...document, formats }, fields: [field] }),
    check: (field: Field, formats: DocumentFormats | null = null) =>
      sealable.check({
        document: { ...document, formats },
        fields: [field],
        recipients: [graces],
        ...names,
      }),
  };
}

/** Wraps the task so that its first call returns `answer`. */
function first<Input, Answer>(answer: Answer, task: (input: Input) => Promise<Answer>) {
  let isFirst = true;
  return (input: Input): Promise<Answer> => {
    if (!isFirst) return task(input);
    isFirst = false;
    return Promise.resolve(answer);
  };
}
