import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  dict,
  latin1Bytes,
  latin1Text,
  name,
  PdfDict,
  PdfStream,
  PdfString,
  ref,
  stream,
  textString,
} from './objects.ts';
import type { PdfObject } from './objects.ts';
import { parseIndirectObject, parseObject } from './parse-object.ts';
import { numberText, serialise } from './serialise.ts';
import { readTextString } from './read-text-string.ts';
import { writePdfFile } from './write-file.ts';

const read = (text: string): PdfObject | undefined => parseObject(latin1Bytes(text), 0)?.value;
const roundTrip = (text: string): string => latin1Text(serialise(read(text) ?? null));

describe('parsed objects are written back unchanged', () => {
  test.each([
    ['numbers', '[1 -2 3.5 .25 +7 0 -0.5]', '[1 -2 3.5 0.25 7 0 -0.5]'],
    ['names with odd bytes', '[/A#20B /C#2FD / /Lime#28]', '[/A#20B /C#2FD / /Lime#28]'],
    ['literal strings', '(a\\(b\\)\\\\ (nested) \\101\\r)', '(a\\(b\\)\\\\ \\(nested\\) A\\r)'],
    ['hex strings', '<48 65 6c6C6>', '<48656C6C60>'],
    ['nested dictionaries', '<</A<</B[1 0 R null true]>>/C/D>>', '<</A <</B [1 0 R null true]>>/C /D>>'],
  ])('%s', (_, source, written) => {
    expect(roundTrip(source)).toBe(written);
  });
});

describe('damaged objects are read as far as possible', () => {
  test.each([
    ['scientific notation', '4.0E2', 400],
    ['a doubled sign', '--5', -5],
    ['a sign inside', '12-34', 12],
  ])('%s', (_, source, value) => {
    expect(read(source)).toBe(value);
  });

  test('an unterminated dictionary ends before endobj', () => {
    const parsed = parseIndirectObject(latin1Bytes('4 0 obj <</A 1 /B [2 3 endobj'), 0);
    expect(parsed?.value).toEqual(dict({ A: 1, B: [2, 3] }));
    expect(parsed?.end).toBe(29);
  });

  test('a key without a value does not affect the other keys', () => {
    expect(read('<</A>>')).toEqual(new PdfDict());
    expect(read('[<</A 1/B>> 2]')).toEqual([dict({ A: 1 }), 2]);
  });

  test('a hundred thousand open brackets do not crash the parser', () => {
    expect(read('['.repeat(100_000))).toBeDefined();
    expect(read(`[${'<</A'.repeat(100)} 1 ${'>>'.repeat(100)} 7]`)).toHaveLength(2);
  });
});

describe('PDF streams', () => {
  const body = (length: string): Uint8Array =>
    latin1Bytes(`7 0 obj <</Length ${length}>> stream\r\nendstream is a word\nendstream endobj`);

  test('a correct /Length is used even if the data contain the word endstream', () => {
    const parsed = parseIndirectObject(body('19'), 0);
    expect(parsed?.value).toBeInstanceOf(PdfStream);
    expect(latin1Text((parsed?.value as PdfStream).bytes)).toBe('endstream is a word');
  });

  test('an indirect /Length is resolved', () => {
    const parsed = parseIndirectObject(body('9 0 R'), 0, (target) => (target.num === 9 ? 19 : undefined));
    expect((parsed?.value as PdfStream).bytes.length).toBe(19);
  });

  test('a wrong /Length is ignored', () => {
    const bytes = latin1Bytes('7 0 obj <</Length 999>> stream\nabc\nendstream endobj');
    expect(latin1Text((parseIndirectObject(bytes, 0)?.value as PdfStream).bytes)).toBe('abc');
  });
});

test('numbers are never written with an exponent', () => {
  expect([1e21, 1e-7, -2.5e-9, 0.1, 1e-30].map(numberText)).toEqual([
    '1000000000000000000000',
    '0.0000001',
    '-0.0000000025',
    '0.1',
    '0',
  ]);
  expect(() => numberText(NaN)).toThrow(RangeError);
});

test('non-ASCII text strings are UTF-16 with a byte order mark', () => {
  expect(textString('Ada')).toEqual(new PdfString(latin1Bytes('Ada')));
  expect([...textString('é').bytes]).toEqual([0xfe, 0xff, 0x00, 0xe9]);
  expect(readTextString(textString('Łódź — 契約'))).toBe('Łódź — 契約');
  expect(readTextString(new PdfString(Uint8Array.of(0x84, 0x41, 0xe9, 0xa0)))).toBe('—Aé€');
});

const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;
if (!hasQpdf) console.log('skipped: qpdf is not installed');

test.skipIf(!hasQpdf)('qpdf accepts a written file, even if object numbers are missing', () => {
  const objects = new Map<number, PdfObject>([
    [1, dict({ Type: name('Catalog'), Pages: ref(2) })],
    [2, dict({ Type: name('Pages'), Kids: [ref(5)], Count: 1 })],
    [
      5,
      dict({
        Type: name('Page'),
        Parent: ref(2),
        MediaBox: [0, 0, 200, 100],
        Contents: ref(6),
        Resources: dict({}),
      }),
    ],
    [6, stream({}, latin1Bytes('0 0 10 10 re f'))],
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'objects-'));
  try {
    const path = join(folder, 'written.pdf');
    writeFileSync(path, writePdfFile(objects, dict({ Root: ref(1) })));
    expect(execFileSync('qpdf', ['--check', path], { encoding: 'utf8' })).toContain(
      'No syntax or stream encoding errors',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
