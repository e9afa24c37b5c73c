import { expect, test } from 'vitest';
import { dict, latin1Bytes, name, ref, stream } from '#pdf/objects/objects.ts';
import { readObjects } from '#pdf/verify/read-objects.ts';
import { appendRevision, makePdf } from '#testing/pdfs/make-pdf.ts';
import { checkShown } from './check-shown.ts';

const drawing = (words: string, next?: number) =>
  stream(
    {
      Type: name('XObject'),
      Subtype: name('Form'),
      BBox: [0, 0, 300, 50],
      ...(next !== undefined && { Resources: dict({ XObject: dict({ X: ref(next) }) }) }),
    },
    latin1Bytes(words),
  );

/** Returns a page whose rent is drawn through form XObjects nested to the given depth. */
function rentIn(depth: number): Uint8Array {
  const numbers = Array.from({ length: depth }, (_, index) => 1000 + index);
  const objects = numbers.map((num, at) => [
    num,
    at === depth - 1 ? drawing('BT (500 EUR) Tj ET') : drawing('/X Do', num + 1),
  ]);
  return makePdf({
    pages: [{ content: '/X Do', resources: { XObject: dict({ X: ref(1000) }) } }],
    objects: Object.fromEntries(objects) as Record<number, ReturnType<typeof drawing>>,
  });
}

test.each([1, 5, 40])(
  'detects that Mallory redrew the rent after the base file, %i form XObjects deep',
  (depth) => {
    const base = rentIn(depth);
    const document = { baseBytes: base.length, baseSha256: '', originalSha256: '', id: '', title: '' };
    const findingsOf = (file: Uint8Array) =>
      checkShown(file, readObjects(file), { document, ending: undefined });
    expect(findingsOf(appendRevision(base, { 2000: drawing('BT (Signed) Tj ET') }))).toEqual([]);
    const changed = appendRevision(base, { [999 + depth]: drawing('BT (900 EUR) Tj ET') });
    expect(findingsOf(changed)).toEqual([{ code: 'shown-differs', pages: [1] }]);
  },
);

test('reports all pages that share a changed form XObject, but only one page if only its own changed', () => {
  const page = (own: number) => ({
    content: '/S Do /X Do',
    resources: { XObject: dict({ S: ref(1000), X: ref(own) }) },
  });
  const base = makePdf({
    pages: [page(1001), page(1002), page(1003)],
    objects: Object.fromEntries([1000, 1001, 1002, 1003].map((num) => [num, drawing('BT (500 EUR) Tj ET')])),
  });
  const document = { baseBytes: base.length, baseSha256: '', originalSha256: '', id: '', title: '' };
  const pagesOf = (num: number) => {
    const file = appendRevision(base, { [num]: drawing('BT (900 EUR) Tj ET') });
    return checkShown(file, readObjects(file), { document, ending: undefined });
  };
  expect(pagesOf(1000)).toEqual([{ code: 'shown-differs', pages: [1, 2, 3] }]);
  for (const [at, own] of [1001, 1002, 1003].entries())
    expect(pagesOf(own)).toEqual([{ code: 'shown-differs', pages: [at + 1] }]);
});
