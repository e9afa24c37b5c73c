import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import {
  contentTypes,
  makeDocx,
  relationship,
  relationshipsPart,
  wordType,
} from '#testing/docx/make-docx.ts';
import { slowDocx } from '#testing/documents/slow-files.ts';
import { longTest } from '#testing/long-test.ts';
import { isRefusal } from '#core/refusal.ts';
import { checkDocx } from './check-docx.ts';

const field = (code: string) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${code}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
const instruction = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
const refusal = (words: RegExp) => ({
  refused: 'upload-refused',
  detail: expect.stringMatching(words) as string,
  parameters: { reason: expect.stringMatching(/^word-/) as string },
});

describe('ordinary Word documents', () => {
  test('an ordinary document is accepted unchanged', async () => {
    const docx = makeDocx({ paragraphs: ['Services agreement', '服务协议'] });
    const fonts = [{ name: 'Times New Roman', printed: true, standIn: 'Liberation Serif' }];
    expect(await checkDocx({ docx })).toEqual({
      ok: true,
      docx,
      fonts,
      showsChanges: false,
      hasFormulas: false,
      placeholders: [],
      texts: ['Services agreement', '服务协议'],
    });
  });

  test('reports the fonts used in text, styles, themes and drawings', async () => {
    const run = '<w:p><w:r><w:rPr><w:rFonts w:ascii="Calibri" w:eastAsia="SimSun"/></w:rPr></w:r></w:p>';
    const parts = {
      'word/styles.xml':
        '<w:styles xmlns:w="w"><w:rFonts w:hAnsi="Tahoma" w:asciiTheme="minorHAnsi"/></w:styles>',
      'word/theme/theme1.xml':
        '<a:theme xmlns:a="a"><a:latin typeface="Aptos"/><a:ea typeface=""/></a:theme>',
    };
    const checked = await checkDocx({ docx: makeDocx({ body: run, parts }) });
    expect(isRefusal(checked) ? checked : checked.fonts.map(({ name }) => name).toSorted()).toEqual([
      'Aptos',
      'Calibri',
      'SimSun',
      'Tahoma',
      'Times New Roman',
    ]);
  });

  test('distinguishes the fonts of printed text from those of unused styles and themes', async () => {
    const style = (id: string, inside: string, attributes = '') =>
      `<w:style w:type="paragraph" w:styleId="${id}"${attributes}>${inside}</w:style>`;
    const fonts = (name: string) => `<w:rPr><w:rFonts w:ascii="${name}"/></w:rPr>`;
    const parts = {
      'word/styles.xml': `<w:styles xmlns:w="w"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi"/></w:rPr></w:rPrDefault></w:docDefaults>${[
        style('Normal', fonts('Verdana'), ' w:default="1"'),
        style('Heading', `<w:basedOn w:val="Base"/>`),
        style('Base', fonts('Garamond')),
        style('Unused', fonts('Tahoma')),
      ].join('')}</w:styles>`,
      'word/theme/theme1.xml':
        '<a:theme xmlns:a="a"><a:majorFont><a:latin typeface="Aptos Display"/></a:majorFont><a:minorFont><a:latin typeface="Aptos"/></a:minorFont></a:theme>',
      'word/fontTable.xml':
        '<w:fonts xmlns:w="w"><w:font w:name="Slab"><w:charset w:val="00"/><w:family w:val="roman"/></w:font><w:font w:name="Runes"><w:charset w:val="02"/></w:font></w:fonts>',
    };
    const body = `<w:p><w:pPr><w:pStyle w:val="Heading"/></w:pPr><w:r><w:rPr><w:rFonts w:ascii="Slab" w:hAnsi="Runes"/></w:rPr></w:r></w:p>`;
    const checked = await checkDocx({ docx: makeDocx({ body, parts }) });
    if (isRefusal(checked)) throw new Error(checked.detail);
    const printed = checked.fonts.filter((one) => one.printed);
    expect(Object.fromEntries(printed.map(({ name, standIn }) => [name, standIn]))).toEqual({
      Verdana: 'DejaVu Sans',
      Garamond: 'Liberation Serif',
      Aptos: 'Liberation Sans',
      Slab: 'Liberation Serif',
      Runes: undefined,
    });
  });

  test.each([
    [
      'a hyperlink',
      makeDocx({ relationships: [relationship('hyperlink', 'https://harbour.example', { external: true })] }),
    ],
    ['a page number field', makeDocx({ body: field(instruction(' PAGE ')) })],
    ['words that are also field names', makeDocx({ body: field(instruction(' REF import_date ')) })],
    [
      'a main part named by extension',
      makeDocx({
        parts: {
          '[Content_Types].xml': `<Types><Default Extension="rels" ContentType="x/y"/><Default Extension="xml" ContentType="${wordType}"/></Types>`,
        },
      }),
    ],
    [
      'a main part in UTF-16',
      makeDocx({
        parts: {
          'word/document.xml': Buffer.from(
            '\uFEFF<?xml version="1.0" encoding="UTF-16"?><w:document/>',
            'utf16le',
          ),
        },
      }),
    ],
    [
      'a drawing with a bare document type',
      makeDocx({
        parts: {
          'word/media/image1.svg':
            '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg/>',
        },
      }),
    ],
  ])('accepts a document with %s', async (_what, docx) => {
    expect(await checkDocx({ docx })).toMatchObject({ ok: true });
  });

  test("removes only the link to the author's template", async () => {
    const kept = relationship('hyperlink', 'https://harbour.example', { id: 'rId2', external: true });
    const template = relationship('attachedTemplate', 'file:///C:\\Ada\\a&gt;b.dotx', { external: true });
    const checked = await checkDocx({
      docx: makeDocx({ parts: { 'word/_rels/settings.xml.rels': relationshipsPart([template, kept]) } }),
    });
    if (!('ok' in checked)) throw new Error(checked.detail);
    const parts = unzipSync(checked.docx);
    expect(strFromU8(parts['word/_rels/settings.xml.rels']!)).toBe(relationshipsPart([kept]));
    expect(Object.keys(parts)).toContain('word/document.xml');
  });
});

describe('files that are not Word documents', () => {
  test.each([
    ['a web page', Buffer.from('<html><body>Agreement</body></html>')],
    ['an archive after data in another format', Buffer.concat([Buffer.from('%PDF-1.7\n'), makeDocx()])],
    [
      'a workbook',
      makeDocx({
        parts: {
          '[Content_Types].xml': contentTypes(
            'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
          ),
        },
      }),
    ],
    ['any other archive', Buffer.from(zipSync({ 'readme.txt': Buffer.from('hello') }))],
    ['a package without its document', makeDocx({ parts: { 'word/document.xml': null } })],
    [
      'a package with two documents',
      makeDocx({
        parts: {
          '_rels/.rels': relationshipsPart(
            ['word/document.xml', 'word/other.xml'].map((name) => relationship('officeDocument', name)),
          ),
        },
      }),
    ],
  ])('rejects %s', async (_what, bytes) => {
    expect(await checkDocx({ docx: bytes })).toEqual(refusal(/not a Word document/));
  });

  test('distinguishes a password-protected document from an old format', async () => {
    const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    const locked = Buffer.concat([compound, Buffer.alloc(504), Buffer.from('EncryptedPackage', 'utf16le')]);
    expect(await checkDocx({ docx: locked })).toEqual(refusal(/password/));
    expect(await checkDocx({ docx: Buffer.concat([compound, Buffer.alloc(504)]) })).toEqual(
      refusal(/older Office/),
    );
  });

  test('rejects a damaged archive', async () => {
    const docx = makeDocx();
    expect(await checkDocx({ docx: docx.subarray(0, docx.length - 30) })).toEqual(refusal(/damaged/));
  });
});

describe('malicious Word documents from Mallory', () => {
  const vba =
    '<Override PartName="/word/vbaProject.bin" ContentType="application/vnd.ms-office.vbaProject"/>';
  const entity = (subset: string) => `<?xml version="1.0"?><!DOCTYPE w:document [${subset}]><w:document/>`;
  test.each([
    [
      'macros',
      /macros/,
      makeDocx({ parts: { 'word/vbaProject.bin': 'x', '[Content_Types].xml': contentTypes(wordType, vba) } }),
    ],
    [
      'a macro document renamed to .docx',
      /macros/,
      makeDocx({
        parts: {
          '[Content_Types].xml': contentTypes('application/vnd.ms-word.document.macroEnabled.main+xml'),
        },
      }),
    ],
    [
      'an external entity',
      /entities/,
      makeDocx({
        parts: { 'word/document.xml': entity('<!ENTITY e SYSTEM "file:///etc/passwd">') },
      }),
    ],
    [
      'a billion laughs in UTF-16',
      /entities/,
      makeDocx({
        parts: { 'word/document.xml': Buffer.from(`\uFEFF${entity('<!ENTITY a "ha">')}`, 'utf16le') },
      }),
    ],
    [
      'markup in an unknown encoding',
      /damaged/,
      makeDocx({
        parts: { 'word/document.xml': '<?xml version="1.0" encoding="UTF-7"?><w:document/>' },
      }),
    ],
    [
      'entities in a drawing',
      /entities/,
      makeDocx({ parts: { 'word/media/a.svg': '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>' } }),
    ],
    [
      'a linked picture',
      /picture/,
      makeDocx({ relationships: [relationship('image', 'http://127.0.0.1/x.png', { external: true })] }),
    ],
    [
      'a linked picture that hides its mode',
      /picture/,
      makeDocx({
        relationships: [
          relationship('image', 'file:///etc/passwd').replace('/>', ' TargetMode="&#69;xternal"/>'),
        ],
      }),
    ],
    [
      'a link to a file that is declared internal',
      /picture/,
      makeDocx({ relationships: [relationship('image', 'file:///etc/passwd')] }),
    ],
    [
      'a linked picture behind a strange attribute',
      /picture/,
      makeDocx({
        relationships: [
          relationship('image', 'http://127.0.0.1/', { external: true }).replace(
            ' Id=',
            ' é="1" x:TargetMode="Internal" Id=',
          ),
        ],
      }),
    ],
    [
      'a linked object',
      /object/,
      makeDocx({ relationships: [relationship('oleObject', '\\\\mallory\\share', { external: true })] }),
    ],
    [
      'a frame with another file',
      /frame/,
      makeDocx({ relationships: [relationship('frame', 'http://127.0.0.1/', { external: true })] }),
    ],
    ['a chunk of HTML', /format/, makeDocx({ relationships: [relationship('aFChunk', 'chunk.html')] })],
    [
      'a picture field',
      /field/,
      makeDocx({ body: field(instruction(' INCLUDEPICTURE "http://127.0.0.1/"')) }),
    ],
    [
      'a DDE field in two pieces',
      /field/,
      makeDocx({ body: field(instruction('DDEA') + instruction('UTO cmd')) }),
    ],
    [
      'a text field in one element',
      /field/,
      makeDocx({ body: '<w:fldSimple w:instr=" INCLUDETEXT &quot;/etc/passwd&quot;"/>' }),
    ],
    ['a field interrupted by a comment', /field/, makeDocx({ body: field(instruction('DD<!-- -->E cmd')) })],
    [
      'a drawing that shows a file',
      /picture/,
      makeDocx({
        parts: { 'word/media/a.svg': '<svg><image xlink:href="file:///etc/passwd"/></svg>' },
      }),
    ],
    ['a path outside the archive', /damaged/, makeDocx({ parts: { '../../outside.xml': '<a/>' } })],
    ['a duplicate name', /damaged/, makeDocx({ parts: { 'WORD/document.xml': '<w:document/>' } })],
  ])('rejects a document with %s', async (_what, words, docx) => {
    expect(await checkDocx({ docx })).toEqual(refusal(words));
  });

  test('rejects a zip bomb', async () => {
    const zeros = new Uint8Array(40 * 1024 * 1024);
    expect(await checkDocx({ docx: makeDocx({ parts: { 'word/media/image1.bmp': zeros } }) })).toEqual(
      refusal(/too large/),
    );
  });

  longTest('rejects a document with too much text to lay out', async () => {
    const text = `<w:document>${'<w:p/>'.repeat(6 * 1024 * 1024)}</w:document>`;
    expect(await checkDocx({ docx: makeDocx({ parts: { 'word/document.xml': text } }) })).toEqual(
      refusal(/too large/),
    );
  });

  longTest('rejects a document whose XML parts are each small enough but too large in total', async () => {
    expect(await checkDocx({ docx: slowDocx(12, 4) })).toEqual(refusal(/too large/));
  });

  test('rejects XML with an implausible compression ratio, even below the threshold for pictures', async () => {
    const text = `<w:document>${'<w:p/>'.repeat(1024 * 1024)}</w:document>`;
    const picture = createHash('sha512').update('picture').digest();
    const parts = {
      'word/document.xml': text,
      'word/media/image1.bin': Buffer.concat(Array(4000).fill(picture)),
    };
    expect(await checkDocx({ docx: makeDocx({ parts }) })).toEqual(refusal(/too large/));
  });

  // With quadratic time this document would take hours to read.
  test('reads a document with a template link and a million unclosed XML declarations in linear time', async () => {
    const template = relationship('attachedTemplate', 'file:///C:/a.dotx', { external: true });
    const rels = relationshipsPart([template]).replace(
      '<Relationships',
      `${'<?xml '.repeat(500_000)}<Relationships`,
    );
    const checked = await checkDocx({ docx: makeDocx({ parts: { 'word/_rels/settings.xml.rels': rels } }) });
    expect(checked).toMatchObject({ ok: true });
  });

  longTest('rejects a document with thousands of parts', async () => {
    const parts = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`word/${n}.bin`, 'x']));
    expect(await checkDocx({ docx: makeDocx({ parts }) })).toEqual(refusal(/too many parts/));
  });
});

const corpus = join(import.meta.dirname, '../../../../shared/corpus');
const names = (folder: string) => (existsSync(corpus) ? readdirSync(join(corpus, folder)) : []);

describe.skipIf(!existsSync(corpus))('documents from the wild (skipped without ../shared/corpus)', () => {
  test.each(names('docx'))('accepts %s', async (name) => {
    expect(await checkDocx({ docx: readFileSync(join(corpus, 'docx', name)) })).toMatchObject({ ok: true });
  });

  test.each([
    ['ExternalEntityInText.docx', /entities/],
    ['SimpleMacro.docm', /macros/],
    ['bug53475-password-is-pass.docx', /password/],
  ])('rejects the real document %s', async (name, words) => {
    expect(await checkDocx({ docx: readFileSync(join(corpus, 'refuse', name)) })).toEqual(refusal(words));
  });
});
