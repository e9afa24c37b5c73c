import { describe, expect, test } from 'vitest';
import { prepareParts } from './prepare-parts.ts';

const prepared = (xml: string): string | undefined =>
  prepareParts(new Map([['word/document.xml', { text: xml }]])).get('word/document.xml')?.text;
const run = (inside: string) => `<w:r>${inside}</w:r>`;
const text = (words: string) => run(`<w:t>${words}</w:t>`);
const field = (code: string, result: string) =>
  `${run('<w:fldChar w:fldCharType="begin"><w:ffData/></w:fldChar>')}${run(`<w:instrText>${code}</w:instrText>`)}${run(
    '<w:fldChar w:fldCharType="separate"/>',
  )}${result}${run('<w:fldChar w:fldCharType="end"/>')}`;

describe('content controls', () => {
  const control = (content: string) =>
    `<w:sdt><w:sdtPr><w:rPr><w:sz/></w:rPr></w:sdtPr><w:sdtEndPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`;

  test.each([
    ['around paragraphs', control('<w:p/><w:p/>'), '<w:p/><w:p/>'],
    ['nested', control(`<w:p>${control(text('a'))}</w:p>`), `<w:p>${text('a')}</w:p>`],
    ['with a custom prefix', '<x:sdt><x:sdtContent><x:p/></x:sdtContent></x:sdt>', '<x:p/>'],
    ['without content', 'a<w:sdt/><w:sdt><w:sdtPr/></w:sdt>b', 'ab'],
    ['self-closing', '<w:sdt><w:sdtContent/></w:sdt>', ''],
    ['with markup in its values', control('<w:p w:x="</w:sdt>"/>'), '<w:p w:x="</w:sdt>"/>'],
  ])('%s are replaced by their content', (_what, xml, expected) => {
    expect(prepared(`<w:body>${xml}</w:body>`)).toBe(`<w:body>${expected}</w:body>`);
  });

  test.each([
    ['a comment', `<w:body><!-- ${control('<w:p>')} --></w:body>`],
    ['a part whose tags do not match', `<w:body>${control('<w:p>')}</w:body>`],
  ])('%s is not changed', (_what, xml) => {
    expect(prepared(xml)).toBe(xml);
  });
});

describe('fields', () => {
  test.each(['DATE \\@ "d. MMMM yyyy"', ' FILENAME ', ' docproperty Client '])(
    '%s keeps the text that its author saw',
    (code) => {
      expect(prepared(`<w:p>${field(code, text('as it was'))}</w:p>`)).toBe(
        `<w:p>${run('')}${run('')}${run('')}${text('as it was')}${run('')}</w:p>`,
      );
    },
  );

  test.each([
    ['a page number', field('PAGE', text('4'))],
    ['a date that was never computed', field('DATE', '')],
    ['a code that begins with a field', field(`DATE${field('PAGE', '')}`, text('4'))],
    ['the page of a bookmark', `<w:bookmarkStart w:name="Rent"/>${field('PAGEREF rent', text('4'))}`],
    ['a code with a comment in it', field('DA<!-- -->TE', text('1 May'))],
  ])('%s is left to the converter', (_what, xml) => {
    const document = `<w:p>${xml}</w:p>`;
    expect(prepared(document)).toBe(document);
  });

  const shown = (xml: string | undefined) =>
    [...(xml ?? '').matchAll(/<w:(?:t|instrText)>([^<]*)</g)].map(([, words]) => words);
  const inner = (code: string) => field(code, text('inner'));
  const codeWith = (before: string, inside: string, after: string, result: string) =>
    `${run('<w:fldChar w:fldCharType="begin"/>')}${run(`<w:instrText>${before}</w:instrText>`)}${inside}${run(
      `<w:instrText>${after}</w:instrText>`,
    )}${run('<w:fldChar w:fldCharType="separate"/>')}${result}${run('<w:fldChar w:fldCharType="end"/>')}`;

  test.each([
    ['a condition', field('IF 1 = 1 "yes" "no"', text('yes'))],
    ['a condition on a field', codeWith('IF ', inner('MERGEFIELD Sex'), ' = "M" "yes" "no"', text('yes'))],
    ['a sum with a field', codeWith('= ', inner('NUMPAGES'), ' - 1', text('yes'))],
    ['a condition on a date', codeWith('IF ', inner('DATE'), ' = "1 May" "yes"', text('yes'))],
    ['a reference to a clause', `<w:bookmarkStart w:name="c"/>${field('REF c \\r', text('yes'))}`],
    ['the page of a missing bookmark', field('PAGEREF gone', text('yes'))],
    [
      'a condition in one element',
      `<w:fldSimple w:instr="IF 1 = 1 &quot;yes&quot;">${text('yes')}</w:fldSimple>`,
    ],
  ])('%s keeps the result that its author saw, and nothing of its code', (_what, xml) => {
    expect(shown(prepared(`<w:p>${xml}</w:p>`))).toEqual(['yes']);
  });

  test('a condition without a result remains empty', () => {
    expect(shown(prepared(`<w:p>${field('IF 1 = 2 "yes"', '')}</w:p>`))).toEqual([]);
  });

  test('paragraphs with only the code of a condition are removed, but not those with other text or a section end', () => {
    const begin = run('<w:fldChar w:fldCharType="begin"/>') + run('<w:instrText>IF 1 = 1 "a</w:instrText>');
    const middle = `<w:p>${run('<w:instrText>b</w:instrText>')}</w:p>`;
    const end = `<w:p>${run('<w:instrText>" "c"</w:instrText>')}${run('<w:fldChar w:fldCharType="separate"/>')}${text('a')}${run('<w:fldChar w:fldCharType="end"/>')}</w:p>`;
    const section = `<w:p><w:pPr><w:sectPr/></w:pPr>${run('<w:instrText>b</w:instrText>')}</w:p>`;
    const paragraphs = (xml: string) => prepared(`<w:body>${xml}</w:body>`)?.match(/<w:p>/g)?.length;
    expect(paragraphs(`<w:p>${begin}</w:p>${middle}${end}`)).toBe(1);
    expect(paragraphs(`<w:p>${text('Rent: ')}${begin}</w:p>${middle}${section}${end}`)).toBe(3);
  });

  test('a condition on an external file is still found, so the document is refused', () => {
    const xml = codeWith('INCLUDETEXT ', inner('MERGEFIELD Path'), ' ', text('yes'));
    expect(prepared(`<w:p>${xml}</w:p>`)).toContain('INCLUDETEXT');
  });

  test('a date in one element keeps its text', () => {
    expect(prepared(`<w:p><w:fldSimple w:instr="DATE">${text('1 May')}</w:fldSimple></w:p>`)).toBe(
      `<w:p>${text('1 May')}</w:p>`,
    );
  });

  test('a picture pasted from a website keeps its copy in the file, even if pasted several times', () => {
    const copy = run('<w:drawing><a:blip r:embed="rId5"/></w:drawing>');
    const once = field('INCLUDEPICTURE "https://a.example/x.png"', copy);
    const document = prepared(`<w:p>${field(' INCLUDEPICTURE "https://b.example/x.png"', once)}</w:p>`);
    expect(document).toContain(copy);
    expect(document).not.toMatch(/INCLUDEPICTURE|fldChar/);
  });
});

describe('pictures that are both linked and embedded', () => {
  const linked = (id: string) =>
    `<Relationship Id="${id}" Type="x/image" Target="https://a.example/x.png" TargetMode="External"/>`;
  const relationships = `<Relationships>${linked('rId6')}</Relationships>`;
  const parts = (xml: string) =>
    prepareParts(
      new Map([
        ['word/document.xml', { text: xml }],
        ['word/_rels/document.xml.rels', { text: relationships }],
      ]),
    );

  test.each([
    ['<a:blip r:embed="rId5" r:link="rId6"/>', '<a:blip r:embed="rId5"/>'],
    ['<v:imagedata r:id="rId5" o:title="" r:href="rId6"/>', '<v:imagedata r:id="rId5" o:title=""/>'],
  ])('%s loses the link and keeps the copy', (before, after) => {
    const prepared = parts(before);
    expect(prepared.get('word/document.xml')?.text).toBe(after);
    expect(prepared.get('word/_rels/document.xml.rels')?.text).toBe('<Relationships></Relationships>');
  });

  test.each([
    '<a:blip r:link="rId6"/>',
    '<a:blip r:embed="rId5" r:link="rId6"/><a:blip r:link="&#114;Id6"/>',
  ])('a picture without a copy keeps its link, so the document is rejected: %s', (xml) => {
    expect(parts(xml).get('word/_rels/document.xml.rels')?.text).toBe(relationships);
  });
});
