import { beforeAll, expect, test } from 'vitest';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { signElsewhere, type ElsewhereOptions } from '#testing/pdfs/signed-elsewhere.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import { InflateBudget } from '../source/inflate-budget.ts';
import { collectPages } from '../source/page-tree.ts';
import { SourceFile } from '../source/source-file.ts';
import { dict, name } from '../../objects/objects.ts';
import { readSignatures, type EarlierSignature } from './read-signatures.ts';

let key: TestSealer;
let other: TestSealer;
beforeAll(async () => {
  key = await makeSealChain({ organization: 'Acme' });
  other = await makeSealChain({ organization: 'Bistro', key: 'RSA-2048', intermediate: true });
});

const contract = makePdf({ pages: [{ text: 'Rent: 1000' }] });
const signed = (options?: ElsewhereOptions) => signElsewhere(contract, key, options);

function read(bytes: Uint8Array, original = bytes): EarlierSignature[] {
  const file = SourceFile.openByXref(bytes, new InflateBudget());
  if (typeof file === 'string') throw new Error(file);
  return readSignatures(file, collectPages(file, 10), original);
}

test('reports the signer, the time and the integrity of every signature', async () => {
  const once = await signed();
  const twice = await signElsewhere(once, other, { field: 'Signature2' });
  const at = Date.UTC(2026, 10, 1, 9, 30);
  expect(read(twice)).toEqual([
    {
      kind: 'approval',
      allows: undefined,
      locksFields: false,
      signer: 'Acme Document Seal',
      at,
      bytes: 'intact',
      end: once.length,
    },
    {
      ...{ kind: 'approval', allows: undefined, locksFields: false, signer: 'Bistro Document Seal', at },
      ...{ bytes: 'intact', end: twice.length },
    },
  ]);
  expect(read(contract)).toEqual([]);
});

test.each([1, 2, 3] as const)('reports permission %i of a certification', async (certifies) => {
  expect(read(await signed({ certifies }))).toMatchObject([{ kind: 'certification', allows: certifies }]);
});

test('an approval signature can lock the document', async () => {
  const lock = dict({ Type: name('SigFieldLock'), Action: name('All'), P: 1 });
  expect(read(await signed({ entries: { Lock: lock } }))).toMatchObject([{ kind: 'approval', allows: 1 }]);
});

test('reports a changed byte, range or signature', async () => {
  const bytes = await signed();
  const text = Buffer.from(bytes).toString('latin1');
  const change = (from: string | RegExp, to: string) => {
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    return new Uint8Array(Buffer.from(changed, 'latin1'));
  };
  const [, before = '', behind = ''] = /\/ByteRange \[0 (\d+) (\d+)/.exec(text) ?? [];
  const broken = [
    change('Rent: 1000', 'Rent: 9000'),
    // The gap may contain only the signature.
    change(`[0 ${before} ${behind}`, `[0 ${before} ${Number(behind) + 1}`),
    change(`[0 ${before} ${behind}`, `[0 ${Number(before) - 1} ${behind}`),
    change('[0 ', '[1 '),
    // The last bytes of the CMS structure are the signature value.
    change(/([0-9a-f]{2})(?=0{200,}>)/, 'ff'),
  ];
  for (const file of broken) expect(read(file)).toMatchObject([{ bytes: 'changed' }]);
});

test('a signature copied from another file is reported as changed', async () => {
  const signedElsewhere = await signElsewhere(makePdf({ pages: [{ text: 'Rent: 9000' }] }), key);
  const cms = /<([0-9a-f]{1000,})>/.exec(Buffer.from(signedElsewhere).toString('latin1'))![1]!;
  const text = Buffer.from(await signed()).toString('latin1');
  const swapped = Buffer.from(text.replace(/<[0-9a-f]{1000,}>/, `<${cms}>`), 'latin1');
  expect(read(new Uint8Array(swapped))).toMatchObject([{ bytes: 'changed' }]);
});

test('content that is not a signature is reported as unknown and not as intact', async () => {
  const text = Buffer.from(await signed()).toString('latin1');
  const nonsense = Buffer.from(text.replace(/<30/, '<04'), 'latin1');
  expect(read(new Uint8Array(nonsense))).toMatchObject([{ bytes: 'unknown', signer: 'Signature1' }]);
});

test('bytes after a signature do not affect its integrity', async () => {
  const longer = await signElsewhere(await signed(), other, { field: 'Signature2' });
  expect(read(longer)[0]).toMatchObject({ bytes: 'intact' });
});
