import { beforeAll, describe, expect, test } from 'vitest';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { signElsewhere, type ElsewhereOptions } from '#testing/pdfs/signed-elsewhere.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import { prepareSigned } from './prepare-signed.ts';
import {
  dict,
  latin1Bytes,
  name,
  ref,
  stream,
  textString,
  type PdfObject,
  type PdfRef,
} from '../objects/objects.ts';
import { openPdf } from '../read/open-pdf.ts';
import { appendRevision, joinFile } from '../stamp/append-revision.ts';
import type { Stamp } from '../stamp/draw-stamp.ts';
import { verifyPdf, type Verification } from '../verify/verify-pdf.ts';
import { appendMarks } from './append-marks.ts';
import { countersignPdf, type Append } from './countersign-pdf.ts';
import { openSigned } from './open-signed.ts';

let acme: TestSealer;
let key: TestSealer;
let uploaded: Uint8Array;
const contract = makePdf({ pages: [{ text: 'Rent: 1000' }, { text: 'Annex' }] });
beforeAll(async () => {
  acme = await makeSealChain({ organization: 'Acme' });
  key = await makeSealChain({ organization: 'Harbour' });
  uploaded = await signElsewhere(contract, acme);
});

const stampOn = (page: number): Stamp => ({
  ...{ kind: 'text', text: 'Ada Lovelace', page, matrix: [1, 0, 0, 1, 60, 100], width: 150, height: 30 },
});
const append: Append = ({ pdf, marks }) => Promise.resolve(appendMarks(pdf, marks));
const record = Buffer.from('the sealed record');
const at = Date.UTC(2026, 10, 20);
const sealing = { name: 'Harbour', reason: 'Signed by Ada', at, record };

function countersigned(file = uploaded, pages = [0], by: Append = append): Promise<Uint8Array> {
  return countersignPdf({ ...sealing, uploaded: file, stamps: pages.map(stampOn), key }, by);
}

const verified = (bytes: Uint8Array): Promise<Verification> => verifyPdf(bytes, { roots: [key.root] });

/** Returns the file with one more revision that contains these objects. */
const revised = (pdf: Uint8Array, objects: Record<number, PdfObject>, asStream = false): Uint8Array =>
  appendRevision(pdf, new Map(Object.entries(objects).map(([num, value]) => [Number(num), value])), {
    asStream,
  });

describe('countersigned files', () => {
  test.each([
    ['without a visible mark', []],
    ['with a mark on one page', [1]],
    ['with marks on two pages', [1, 0]],
    ['with several marks on a page', [0, 1, 0]],
  ])('%s begins with the uploaded bytes, and all signatures are verified', async (_what, pages) => {
    const file = await countersigned(uploaded, pages);
    expect(Buffer.from(file).subarray(0, uploaded.length).equals(uploaded)).toBe(true);
    const { verdict, problems, countersigned: result } = await verified(file);
    expect({ verdict, problems }).toEqual({ verdict: 'sealed-unchanged', problems: [] });
    expect(result?.earlier).toEqual([{ signer: 'Acme Document Seal', intact: true }]);
    expect(Buffer.from(result!.record).equals(record)).toBe(true);
  });

  test('a countersigned file ends in a cross-reference stream if the uploaded file does', async () => {
    const file = revised(uploaded, { [openPdf(uploaded).size]: dict({}) }, true);
    const signed = await countersigned(file, [0, 1]);
    expect(openSigned(signed).endsInStream).toBe(true);
    expect((await verified(signed)).verdict).toBe('sealed-unchanged');
  });

  test('a single changed byte is detected anywhere', async () => {
    const file = await countersigned();
    const step = Math.ceil(file.length / 97);
    for (let place = 0; place < file.length; place += step) {
      const changed = Uint8Array.from(file);
      changed[place]! ^= 0x01;
      expect((await verified(changed)).verdict, `byte ${place}`).not.toBe('sealed-unchanged');
    }
  });

  test('anything appended later is detected', async () => {
    const file = await countersigned();
    const longer = revised(file, { 12: stream({}, latin1Bytes('')) });
    expect(await verified(longer)).toMatchObject({
      verdict: 'changed-after-sealing',
      sealedLength: file.length,
    });
  });
});

describe('limits of what the seal vouches for', () => {
  /** Appends the marks to `changed`, which begins with the uploaded file. */
  const appendTo =
    (changed: Uint8Array): Append =>
    ({ pdf, marks }) => {
      const { added, gaps } = appendMarks(changed, marks);
      return Promise.resolve({ added: joinFile([changed.subarray(pdf.length), added]), gaps });
    };
  /** Returns a file sealed like `uploaded`, with other changes before the first mark. */
  const sealedWith = (objects: Record<number, PdfObject>): Promise<Uint8Array> =>
    countersigned(uploaded, [0], appendTo(revised(uploaded, objects)));

  test.each([
    ['another page content', { 12: stream({}, latin1Bytes('BT /F1 12 Tf 36 800 Td (Rent: 9000) Tj ET')) }],
    ['another font', { 3: dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Symbol') }) }],
    ['another page tree', { 2: dict({ Type: name('Pages'), Kids: [ref(21), ref(11)], Count: 2 }) }],
    ['an object that nothing leads to', { 5000: textString('stray') }],
  ])('%s is refused', async (_what, objects) => {
    const { verdict, problems } = await verified(await sealedWith(objects));
    expect({ verdict, problems }).toEqual({ verdict: 'seal-broken', problems: ['pages-redrawn'] });
  });

  test('a mark by a different key is refused', async () => {
    const other = await makeSealChain({ organization: 'Mallory' });
    const marked = await countersignPdf(
      { ...sealing, uploaded, stamps: [stampOn(0)], key: other },
      ({ pdf, marks }) => append({ pdf, marks: marks.map(({ record: _, ...mark }) => mark) }),
    );
    const file = await countersigned(uploaded, [1], appendTo(marked));
    expect((await verified(file)).verdict).toBe('seal-broken');
  });
});

describe('uploads that cannot be appended to safely', () => {
  const refusalOf = async (options: ElsewhereOptions, pdf = contract): Promise<unknown> => {
    const prepared = await prepareSigned(await signElsewhere(pdf, acme, options));
    return 'refused' in prepared ? [prepared.refused, prepared.words] : 'accepted';
  };
  const script = dict({ S: name('JavaScript'), JS: textString('app.alert(1)') });

  test('an ordinary contract is accepted', async () => {
    expect(await refusalOf({})).toBe('accepted');
  });

  test.each([
    ['scripts', { OpenAction: script }, 'JavaScript'],
    ['actions', { OpenAction: dict({ S: name('Launch'), F: textString('x.exe') }) }, 'actions'],
    ['layers', { OCProperties: dict({ OCGs: [], D: dict({}) }) }, 'layers'],
  ])('%s are refused by name', async (_what, catalog, words) => {
    expect(await refusalOf({ catalog })).toEqual(['pdf-signed-not-fixed', words]);
  });

  test('fields that viewers redraw are refused', async () => {
    const form = dict({ Fields: [], NeedAppearances: true });
    const file = revised(contract, { 1: dict({ Type: name('Catalog'), Pages: ref(2), AcroForm: form }) });
    expect(await refusalOf({}, file)).toEqual([
      'pdf-signed-not-fixed',
      'form fields without a fixed appearance',
    ]);
  });

  const lock = (action: string, more: Record<string, PdfObject> = {}): ElsewhereOptions => ({
    entries: {
      Lock: dict({ Type: name('SigFieldLock'), Action: name(action), Fields: [textString('Rent')], ...more }),
    },
  });
  const reference = dict({
    TransformMethod: name('FieldMDP'),
    TransformParams: dict({ Action: name('Exclude'), Fields: [textString('Rent')] }),
  });

  test.each<[string, ElsewhereOptions, string]>([
    ['certifies the file as final', { certifies: 1 }, 'pdf-certified-final'],
    ['certifies the file and allows form filling', { certifies: 2 }, 'pdf-certified'],
    ['certifies the file and allows notes', { certifies: 3 }, 'pdf-certified'],
    ['locks the document', lock('Include', { P: 1 }), 'pdf-certified-final'],
    ['locks the document except for form filling', lock('Include', { P: 2 }), 'pdf-fields-locked'],
    ['locks the document except for notes', lock('Include', { P: 3 }), 'pdf-fields-locked'],
    ['locks all fields', lock('All'), 'pdf-fields-locked'],
    ['locks all fields but some', { signature: { Reference: [reference] } }, 'pdf-fields-locked'],
    ['locks other fields', lock('Include'), 'accepted'],
  ])('a signature that %s is respected', async (_what, options, expected) => {
    expect([await refusalOf(options)].flat()[0]).toBe(expected);
  });

  test('an approval signature is not treated as a certification', async () => {
    const prepared = await prepareSigned(await signElsewhere(contract, acme, lock('All', { P: 2 })));
    const { detail } = prepared as { detail: string };
    expect(detail).toContain('allows no new signature fields');
    expect(detail).not.toMatch(/certif/i);
  });

  test('content that a larger /Size would restore is refused', async () => {
    // Strict readers ignore objects whose number is /Size or higher (ISO 32000-2, table 15).
    const text = Buffer.from(uploaded).toString('latin1');
    const sizes = [...text.matchAll(/\/Size \d+/g)];
    const last = sizes.at(-1)!;
    const smaller = `/Size 3`.padEnd(last[0].length);
    const hidden = text.slice(0, last.index) + smaller + text.slice(last.index + last[0].length);
    expect(() => openSigned(latin1Bytes(hidden))).toThrow('objects above the size');
  });

  test('a signature that a later revision repeats elsewhere is refused', async () => {
    const file = openPdf(uploaded);
    const form = file.resolve((file.object(1) as Map<string, PdfObject>).get('AcroForm'));
    const [field] = (form as Map<string, PdfObject>).get('Fields') as PdfRef[];
    const { num } = (file.object(field!) as Map<string, PdfObject>).get('V') as PdfRef;
    const repeated = revised(uploaded, { [num]: file.object(num) });
    expect(await prepareSigned(repeated)).toMatchObject({ refused: 'pdf-signed-not-fixed' });
  });

  test('validation data can follow the last signature', async () => {
    const root = openPdf(uploaded).object(1) as Map<string, PdfObject>;
    const catalog = { ...Object.fromEntries(root), DSS: dict({ Certs: [ref(900)] }) };
    const longTerm = revised(uploaded, { 1: dict(catalog), 900: stream({}, acme.chain[0]!) });
    expect(await prepareSigned(longTerm)).toMatchObject({ pages: [{}, {}] });
    // Validation data that a page also uses as content is not only validation data.
    const shared = revised(uploaded, {
      1: dict({ ...catalog, DSS: dict({ Certs: [ref(12)] }) }),
      12: stream({}, latin1Bytes('BT /F1 12 Tf 36 800 Td (Rent: 9000) Tj ET')),
    });
    expect(await prepareSigned(shared)).toMatchObject({ refused: 'pdf-changed-after-signing' });
  });

  test('a page that was changed after the last signature is refused', async () => {
    const pages = [11, 21].map((num) => {
      const page = openPdf(uploaded).object(num) as Map<string, PdfObject>;
      return [num, dict({ ...Object.fromEntries(page), Annots: ref(900) })] as const;
    });
    const shared = revised(uploaded, { ...Object.fromEntries(pages), 900: [] });
    expect(await prepareSigned(shared)).toMatchObject({ refused: 'pdf-changed-after-signing' });
  });
});
