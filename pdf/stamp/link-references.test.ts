import { describe, expect, test } from 'vitest';
import { inFile } from '#testing/judges/look-at.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { structureFaults } from '#testing/judges/structure.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { taggedLease, treesOfParents } from '#testing/pdfs/tagged-lease.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { isName, PdfRef } from '../objects/objects.ts';
import type { PdfDict } from '../objects/objects.ts';
import { openPdf } from '../read/open-pdf.ts';
import { sealPdf } from '../sign/seal-pdf.ts';
import type { AppendixPage } from './appendix/blocks.ts';
import { composePdf } from './compose-pdf.ts';
import type { Stamp } from './draw-stamp.ts';

const stamp = (name: string, matrix: Stamp['matrix']): Stamp => ({
  page: 0,
  matrix,
  width: 150,
  height: 40,
  kind: 'text',
  text: 'Grace Lindqvist',
  reference: { name, text: `[${name}]`, words: `Certificate, ${name}` },
});
const stamps = [stamp('1', [1, 0, 0, 1, 100, 400]), stamp('2', [0, 1, -1, 0, 300, 200])];
const row = (reference: string) =>
  ({ kind: 'signature', reference, alt: '', name: `Signer ${reference}`, rows: [] }) as const;
const appendix: AppendixPage[] = [
  {
    blocks: [{ kind: 'title', text: 'Certificate' }, { kind: 'heading', text: 'Signed' }, row('1'), row('2')],
  },
];
const compose = (base: Uint8Array, given = stamps) =>
  composePdf({ base, stamps: given, appendix, attachments: [], info: { title: 'Lease' } });

function linksOf(bytes: Uint8Array): PdfDict[] {
  const file = openPdf(bytes);
  const page = file.object(file.pageRef(0)!) as PdfDict;
  const annotations = file.resolve(page.get('Annots'));
  return (Array.isArray(annotations) ? annotations : [])
    .map((one) => file.resolve(one) as PdfDict)
    .filter((one) => isName(one.get('Subtype'), 'Link'));
}

describe('references next to stamps', () => {
  test('references link to their row, from the corner of the box, even on rotated pages', async () => {
    const bytes = await compose(makePdf({ pages: [{}] }));
    const file = openPdf(bytes);
    const links = linksOf(bytes);
    expect(links.map((one) => one.get('Rect'))).toEqual([
      [236, 400, 250, 407],
      [293, 336, 300, 350],
    ]);
    const targets = links.map((one) => one.get('Dest') as unknown[]);
    for (const [page] of targets)
      expect(page instanceof PdfRef && page.num).toBe(file.pageRef(file.pageCount - 1)!.num);
    expect(Number(targets[0]![3])).toBeGreaterThan(Number(targets[1]![3]));
    expect(await inFile(bytes, qpdfCheck)).toMatchObject({ clean: true });
  });

  test('references are not links if the row does not exist', async () => {
    expect(linksOf(await compose(makePdf({ pages: [{}] }), [stamp('9', [1, 0, 0, 1, 100, 400])]))).toEqual(
      [],
    );
  });

  test.each(Object.entries(treesOfParents))(
    'references are part of the structure of a tagged file, before and after sealing: %s',
    async (_, parents) => {
      const composed = await compose(taggedLease(parents));
      expect(structureFaults(composed)).toEqual([]);
      const key = await makeSealChain();
      const sealed = await sealPdf({
        pdf: composed,
        key,
        at: Date.UTC(2026, 10, 20),
        name: 'H',
        reason: 'Signed',
      });
      expect(structureFaults(sealed)).toEqual([]);
      expect(linksOf(sealed)).toHaveLength(2);
      expect(linksOf(sealed)[0]!.get('Contents')).toBeDefined();
    },
  );
});
