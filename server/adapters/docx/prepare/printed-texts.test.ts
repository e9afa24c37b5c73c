import { expect, test } from 'vitest';
import { printedTexts } from './printed-texts.ts';

const run = (words: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t>${words}</w:t></w:r>`;
const field = (code: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const document = (body: string) =>
  `<w:document xmlns:w="w"><w:body>${body}<w:sectPr><w:headerReference w:type="default" r:id="rId1"/><w:headerReference w:type="first" r:id="rId2"/></w:sectPr></w:body></w:document>`;
const header = (words: string) => ({ text: `<w:hdr xmlns:w="w"><w:p>${run(words)}</w:p></w:hdr>` });
const relationship = (id: string, target: string) =>
  `<Relationship Id="${id}" Type="x/header" Target="${target}"/>`;

const textsOf = (body: string): string[] =>
  printedTexts(
    new Map([
      ['word/document.xml', { text: document(body) }],
      ['word/header1.xml', header('Every page')],
      ['word/header2.xml', header('First page')],
      ['word/header3.xml', header('No page')],
      [
        'word/_rels/document.xml.rels',
        {
          text: `<Relationships>${relationship('rId1', 'header1.xml')}${relationship('rId2', '/word/Header2.xml')}</Relationships>`,
        },
      ],
      [
        'word/footnotes.xml',
        {
          text: `<w:footnotes xmlns:w="w"><w:footnote w:id="1"><w:p>${run('Used note')}</w:p></w:footnote><w:footnote w:id="2"><w:p>${run('Unused note')}</w:p></w:footnote></w:footnotes>`,
        },
      ],
      [
        'word/styles.xml',
        { text: '<w:styles><w:style w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>' },
      ],
    ]),
  );
const always = ['Every page'];

test.each<[string, string, string[]]>([
  [
    'words split into several runs',
    `<w:p>${run('Two ')}${run('parts &amp; more')}</w:p>`,
    ['Two parts & more'],
  ],
  ['a line break', `<w:p>${run('a')}<w:r><w:br/></w:r>${run('b')}</w:p>`, ['a b']],
  [
    'a table, and a text box in a paragraph',
    `<w:tbl><w:tr><w:tc><w:p>${run('Cell')}</w:p></w:tc></w:tr></w:tbl><w:p>${run('Around')}<mc:AlternateContent><mc:Choice><w:txbxContent><w:p>${run('Box')}</w:p></w:txbxContent></mc:Choice><mc:Fallback>${run('Box')}</mc:Fallback></mc:AlternateContent></w:p>`,
    ['Cell', 'Around', 'Box'],
  ],
  [
    'text before and after a text box',
    `<w:p>${run('Be')}<w:txbxContent><w:p>${run('Box')}</w:p></w:txbxContent>${run('fore')}${run('hand')}</w:p><w:p>${run('Next')}</w:p>`,
    ['Be', 'Box', 'forehand', 'Next'],
  ],
  ['a note', '<w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p>', ['Used note']],
  ['a link', `<w:p>${field('HYPERLINK "x"', 'Terms')}</w:p>`, ['Terms']],
])('%s must appear on a page', (_what, body, texts) => {
  const [after, before] = [
    texts.filter((text) => text.includes('note')),
    texts.filter((text) => !text.includes('note')),
  ];
  expect(textsOf(body)).toEqual([...before, ...always, ...after]);
});

test.each([
  ['a deletion', `<w:p><w:del>${run('a')}</w:del></w:p>`],
  ['a passage that was moved', `<w:p><w:moveFrom>${run('a')}</w:moveFrom></w:p>`],
  ['a field code and a page number', `<w:p>${field('PAGE', '4')}</w:p>`],
  ['a page number in one element', `<w:p><w:fldSimple w:instr="NUMPAGES">${run('4')}</w:fldSimple></w:p>`],
  ['hidden text', `<w:p>${run('a', '<w:vanish/>')}</w:p>`],
  ['text with a hidden style', `<w:p>${run('a', '<w:rStyle w:val="Secret"/>')}</w:p>`],
  ['a paragraph with a hidden style', `<w:p><w:pPr><w:pStyle w:val="Secret"/></w:pPr>${run('a')}</w:p>`],
  [
    'a hidden row',
    `<w:tbl><w:tr><w:trPr><w:hidden/></w:trPr><w:tc><w:p>${run('a')}</w:p></w:tc></w:tr></w:tbl>`,
  ],
  ['a formula', '<w:p><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></w:p>'],
])('%s need not appear on a page', (_what, body) => {
  expect(textsOf(body)).toEqual(always);
});

test('text whose hiding is turned off must appear on the pages', () => {
  expect(textsOf(`<w:p>${run('a', '<w:vanish w:val="0"/>')}</w:p>`)).toEqual(['a', ...always]);
});

test('the first-page header must appear on the first page', () => {
  const body =
    '<w:p><w:pPr><w:sectPr><w:headerReference w:type="first" r:id="rId2"/><w:titlePg/></w:sectPr></w:pPr></w:p>';
  expect(textsOf(body)).toEqual(['First page']);
});
