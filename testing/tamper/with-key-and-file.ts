import { canonicalJson } from '#core/trail/canonical.ts';
import { sha256 } from '#server/foundation/crypto/sha256.ts';
import {
  dict,
  PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  textString,
  type PdfObject,
} from '#pdf/objects/objects.ts';
import { openPdf } from '#pdf/read/open-pdf.ts';
import { appendRevision } from '#pdf/stamp/append-revision.ts';
import { leaseEvidence, type LeaseEvidence } from '../documents/sealed-lease.ts';
import type { Lie, Tampering } from './tampering.ts';

/*
 * A dishonest operator has the key and all commitments, and repairs everything that can be repaired. Only the
 * rules of a ceremony, and the file itself, can reveal the change.
 */

type Any = Record<string, unknown>;
type Body = {
  type: string;
  actor: { id: string | null };
  data: Any;
  personal: Record<string, string>;
  occurredAt: string;
} & Any;
type Told = { body: Body; values: LeaseEvidence['events'][number]['values'] };

/** Changes the events, and recomputes every commitment, position and hash, and the head. */
function retold(name: string, tell: (events: Told[]) => Told[] | void): Tampering {
  return {
    family: 'another story',
    name,
    async make({ sealAgain }) {
      const all = leaseEvidence();
      const told = all.events.map(({ body, values }): Told => ({ body: JSON.parse(body) as Body, values }));
      let prev = '0'.repeat(64);
      all.events = (tell(told) ?? told).map(({ body, values }, index) => {
        const text = canonicalJson({ ...body, seq: index + 1, prev } as never);
        prev = sha256(`\u0000${text}`);
        return { body: text, hash: prev, values };
      });
      all.chainHead = prev;
      return sealAgain({ evidence: canonicalJson(all) });
    },
  };
}

const of = (events: Told[], type: string): Told => events.find(({ body }) => body.type === type)!;
const data = (name: string, type: string, change: (data: Any) => void): Tampering =>
  retold(name, (events) => {
    change(of(events, type).body.data);
  });
const hidden = (name: string, type: string, value: string): Tampering =>
  retold(name, (events) => {
    const event = of(events, type);
    event.values = event.values.filter((one) => one.name !== value);
  });

const stories: Tampering[] = [
  retold('a signature without consent', (events) =>
    events.filter(({ body }) => body.type !== 'consent_given'),
  ),
  retold('consent after the signature', (events) => [
    events[0]!,
    events[1]!,
    events[3]!,
    events[2]!,
    events[4]!,
  ]),
  retold(
    'consent by another person',
    (events) => void (of(events, 'consent_given').body.actor.id = 'mallory'),
  ),
  retold(
    'opened by another person',
    (events) => void (of(events, 'document_opened').body.actor.id = 'mallory'),
  ),
  retold(
    'signed by another person',
    (events) => void (of(events, 'document_signed').body.actor.id = 'mallory'),
  ),
  retold('signed before it was opened', (events) => [
    events[0]!,
    events[2]!,
    events[3]!,
    events[1]!,
    events[4]!,
  ]),
  retold('signed twice', (events) => [...events.slice(0, 4), events[3]!, events[4]!]),
  retold('signed before it was sent', (events) => [
    events[3]!,
    events[0]!,
    events[1]!,
    events[2]!,
    events[4]!,
  ]),
  retold('never sent', (events) => events.slice(1)),
  retold('sent twice with another agreement', (events) => {
    const again = structuredClone(events[0]!);
    again.body.data['agreementSha256'] = 'a'.repeat(64);
    return [events[0]!, again, ...events.slice(1)];
  }),
  data('signed another file', 'document_signed', (one) => (one['baseSha256'] = 'a'.repeat(64))),
  data('opened another file', 'document_opened', (one) => (one['baseSha256'] = 'a'.repeat(64))),
  data(
    'another agreement when signing',
    'document_signed',
    (one) => (one['agreementSha256'] = 'a'.repeat(64)),
  ),
  data(
    'another agreement when opening',
    'document_opened',
    (one) => (one['agreementSha256'] = 'a'.repeat(64)),
  ),
  data('consented to another text', 'consent_given', (one) => (one['disclosureSha256'] = 'a'.repeat(64))),
  data(
    'consented to a version of another year',
    'consent_given',
    (one) => (one['disclosureVersion'] = '1900-01-01'),
  ),
  data('consented in another language', 'consent_given', (one) => (one['locale'] = 'fr')),
  data('another typeface', 'document_signed', (one) => (one['typeface'] = 'great-vibes')),
  data('drawn and not typed', 'document_signed', (one) => (one['inkSha256'] = 'b'.repeat(64))),
  hidden('without the signer’s name', 'document_signed', 'actor'),
  hidden('without the signer’s address', 'document_signed', 'actorEmail'),
  hidden('without the signature', 'document_signed', 'signature'),
  hidden('without the sender’s name', 'document_sent', 'actor'),
  hidden('without the agreement', 'document_sent', 'agreement'),
  hidden('without the title', 'document_sent', 'title'),
  retold('an event without a type', (events) => void (of(events, 'all_signed').body.type = '')),
  retold('declined, but completed anyway', (events) => [
    ...events.slice(0, 4),
    { body: { ...structuredClone(events[4]!.body), type: 'document_declined' }, values: [] },
  ]),
];

type Reading = {
  objects: Map<number, PdfObject>;
  size: number;
  catalog: PdfDict;
  catalogNum: number;
  spec: PdfDict;
  specNum: number;
  page: PdfDict;
  pageNum: number;
  pages: PdfDict;
  pagesNum: number;
};

/** Inserts a revision between the fill-in revision and the seal. */
const filled = (name: string, change: (reading: Reading) => void): Tampering => ({
  family: 'two truths',
  name,
  make: ({ sealAgain }) => sealAgain({ harm: (composed) => revised(composed, change) } satisfies Lie),
});

function revised(composed: Uint8Array, change: (reading: Reading) => void): Uint8Array {
  const file = openPdf(composed);
  const catalog = new PdfDict([...(file.object(file.rootRef) as PdfDict)]);
  const [evidence] = catalog.get('AF') as PdfRef[];
  const pages = file.resolve(catalog.get('Pages')) as PdfDict;
  const [pageRef] = pages.get('Kids') as PdfRef[];
  const reading: Reading = {
    objects: new Map(),
    size: file.size,
    catalog,
    catalogNum: file.rootRef.num,
    spec: new PdfDict([...(file.object(evidence!) as PdfDict)]),
    specNum: evidence!.num,
    page: new PdfDict([...(file.object(pageRef!) as PdfDict)]),
    pageNum: pageRef!.num,
    pages: new PdfDict([...pages]),
    pagesNum: (catalog.get('Pages') as PdfRef).num,
  };
  change(reading);
  return appendRevision(composed, reading.objects);
}

const other = new PdfStream(new PdfDict([['Type', new PdfName('EmbeddedFile')]]), Buffer.from('{}'));
const filespec = (content: number, name = 'evidence.json'): PdfDict =>
  dict({
    Type: new PdfName('Filespec'),
    F: textString(name),
    UF: textString(name),
    EF: dict({ F: new PdfRef(content) }),
  });
const listed = (...pairs: [string, number][]): PdfDict =>
  dict({
    EmbeddedFiles: dict({ Names: pairs.flatMap(([name, num]) => [textString(name), new PdfRef(num)]) }),
  });

const files: Tampering[] = [
  filled('the list of files refers to other evidence', ({ objects, size, catalog, catalogNum }) => {
    objects.set(size, other).set(size + 1, filespec(size));
    objects.set(catalogNum, catalog.set('Names', listed(['evidence.json', size + 1])));
  }),
  filled(
    'the list of files contains the evidence twice',
    ({ objects, size, catalog, catalogNum, specNum }) => {
      objects.set(size, other).set(size + 1, filespec(size));
      objects.set(
        catalogNum,
        catalog.set('Names', listed(['evidence.json', specNum], ['evidence.json', size + 1])),
      );
    },
  ),
  filled('the list of files is empty', ({ objects, catalog, catalogNum }) => {
    objects.set(catalogNum, catalog.set('Names', listed()));
  }),
  filled('the list of files uses another name', ({ objects, catalog, catalogNum, specNum }) => {
    objects.set(catalogNum, catalog.set('Names', listed(['contract.json', specNum])));
  }),
  filled('two evidence files', ({ objects, size, catalog, catalogNum, specNum }) => {
    objects.set(size, other).set(size + 1, filespec(size));
    objects.set(catalogNum, catalog.set('AF', [new PdfRef(specNum), new PdfRef(size + 1)]));
  }),
  filled('different names for different programs', ({ objects, spec, specNum }) => {
    objects.set(specNum, spec.set('UF', textString('contract.json')));
  }),
  filled('different content for different programs', ({ objects, size, spec, specNum }) => {
    const { F } = Object.fromEntries(spec.get('EF') as PdfDict);
    objects.set(size, other).set(specNum, spec.set('EF', dict({ F, UF: new PdfRef(size) })));
  }),
  filled('other evidence attached to a page', ({ objects, size, page, pageNum }) => {
    const pin = dict({
      Type: new PdfName('Annot'),
      Subtype: new PdfName('FileAttachment'),
      Rect: [9, 9, 30, 30],
      FS: new PdfRef(size + 1),
    });
    objects
      .set(size, other)
      .set(size + 1, filespec(size))
      .set(size + 2, pin);
    objects.set(pageNum, page.set('Annots', [new PdfRef(size + 2)]));
  }),
  filled('an unknown file next to the evidence', ({ objects, size, catalog, catalogNum }) => {
    objects.set(size, other).set(size + 1, filespec(size, 'contract.pdf'));
    objects.set(catalogNum, new PdfDict([...catalog, ['Collection', new PdfRef(size + 1)]]));
  }),
  filled('a script', ({ objects, catalog, catalogNum }) => {
    const script = dict({ S: new PdfName('JavaScript'), JS: textString('app.alert(1)') });
    objects.set(catalogNum, catalog.set('OpenAction', script));
  }),
  filled('another page 1', ({ objects, size, page, pageNum }) => {
    objects.set(size, new PdfStream(new PdfDict(), Buffer.from('q Q')));
    objects.set(pageNum, page.set('Contents', new PdfRef(size)));
  }),
  filled('one page fewer', ({ objects, pages, pagesNum }) => {
    objects.set(pagesNum, pages.set('Kids', (pages.get('Kids') as PdfRef[]).slice(1)));
  }),
  filled('its pages in another order', ({ objects, pages, pagesNum }) => {
    objects.set(pagesNum, pages.set('Kids', (pages.get('Kids') as PdfRef[]).toReversed()));
  }),
  filled('page 1 rotated', ({ objects, page, pageNum }) => {
    objects.set(pageNum, page.set('Rotate', 180));
  }),
  filled('page 1 cropped', ({ objects, page, pageNum }) => {
    objects.set(pageNum, page.set('CropBox', [0, 0, 99, 99]));
  }),
  filled('another font on page 1', ({ objects, page, pageNum }) => {
    const font = dict({
      Type: new PdfName('Font'),
      Subtype: new PdfName('Type1'),
      BaseFont: new PdfName('Symbol'),
    });
    objects.set(pageNum, page.set('Resources', dict({ Font: dict({ F1: font }) })));
  }),
  filled('the font of page 1 redrawn', ({ objects }) => {
    objects.set(
      3,
      dict({ Type: new PdfName('Font'), Subtype: new PdfName('Type1'), BaseFont: new PdfName('Symbol') }),
    );
  }),
  filled('the content of page 1 redrawn', ({ objects }) => {
    objects.set(6, new PdfStream(new PdfDict(), Buffer.from('q Q')));
  }),
  filled('a note on page 1', ({ objects, size, page, pageNum }) => {
    objects.set(
      size,
      dict({
        Type: new PdfName('Annot'),
        Subtype: new PdfName('FreeText'),
        Rect: [9, 9, 99, 99],
        Contents: textString('and a car'),
      }),
    );
    objects.set(pageNum, page.set('Annots', [new PdfRef(size)]));
  }),
  filled('layers', ({ objects, catalog, catalogNum }) => {
    objects.set(catalogNum, catalog.set('OCProperties', dict({ OCGs: [], D: dict({}) })));
  }),
];

export const withKeyAndFile: readonly Tampering[] = [...stories, ...files];
