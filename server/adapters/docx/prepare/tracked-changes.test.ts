import { describe, expect, test } from 'vitest';
import { hasTrackedChange, settle } from './tracked-changes.ts';

const body = (inside: string) => `<w:document><w:body>${inside}</w:body></w:document>`;
const run = (words: string) => `<w:r><w:t>${words}</w:t></w:r>`;
const gone = (words: string) => `<w:r><w:delText>${words}</w:delText></w:r>`;
const ins = (inside: string) => `<w:ins w:id="1" w:author="Linus">${inside}</w:ins>`;
const del = (inside: string) => `<w:del w:id="1" w:author="Linus">${inside}</w:del>`;
/** Returns a paragraph with these properties of its end mark, and this style. */
const p = (inside: string, mark = '', style = '') =>
  `<w:p>${mark || style ? `<w:pPr>${style && `<w:pStyle w:val="${style}"/>`}${mark && `<w:rPr>${mark}</w:rPr>`}</w:pPr>` : ''}${inside}</w:p>`;

describe.each<[string, string, string, string]>([
  [
    'words inserted and deleted',
    p(run('EUR ') + del(gone('1000')) + ins(run('2000'))),
    p(run('EUR ') + run('2000')),
    p(run('EUR ') + run('1000')),
  ],
  ['words inserted, then deleted', p(ins(del(gone('a')) + run('b'))), p(run('b')), p('')],
  [
    'words moved',
    p(`<w:moveFromRangeStart/><w:moveFrom>${run('a')}</w:moveFrom><w:moveFromRangeEnd/>`) +
      p(`<w:moveTo>${run('a')}</w:moveTo>`),
    p('') + p(run('a')),
    p(run('a')) + p(''),
  ],
  [
    'a field deleted',
    p(del('<w:r><w:delInstrText>DATE</w:delInstrText></w:r>')),
    p(''),
    p('<w:r><w:instrText>DATE</w:instrText></w:r>'),
  ],
  [
    'changed formatting of words',
    p('<w:r><w:rPr><w:b/><w:rPrChange><w:rPr><w:i/></w:rPr></w:rPrChange></w:rPr></w:r>'),
    p('<w:r><w:rPr><w:b/></w:rPr></w:r>'),
    p('<w:r><w:rPr><w:i/></w:rPr></w:r>'),
  ],
  [
    'changed style of a paragraph, in bold',
    '<w:p><w:pPr><w:pStyle w:val="A"/><w:rPr><w:b/></w:rPr><w:pPrChange><w:pPr><w:pStyle w:val="B"/></w:pPr></w:pPrChange></w:pPr></w:p>',
    '<w:p><w:pPr><w:pStyle w:val="A"/><w:rPr><w:b/></w:rPr></w:pPr></w:p>',
    '<w:p><w:pPr><w:rPr><w:b/></w:rPr><w:pStyle w:val="B"/></w:pPr></w:p>',
  ],
  [
    'changed paper size, with the headers of the section',
    '<w:sectPr><w:headerReference r:id="a"/><w:pgSz w:w="1"/><w:sectPrChange><w:sectPr><w:pgSz w:w="2"/></w:sectPr></w:sectPrChange></w:sectPr>',
    '<w:sectPr><w:headerReference r:id="a"/><w:pgSz w:w="1"/></w:sectPr>',
    '<w:sectPr><w:headerReference r:id="a"/><w:pgSz w:w="2"/></w:sectPr>',
  ],
  [
    'a paragraph split',
    p(run('a'), ins(''), 'One') + p(run('b'), '', 'Two'),
    '<w:p><w:pPr><w:pStyle w:val="One"/><w:rPr></w:rPr></w:pPr>' +
      run('a') +
      '</w:p>' +
      p(run('b'), '', 'Two'),
    p(run('a') + run('b'), '', 'Two'),
  ],
  [
    'paragraphs merged, with a bookmark between them',
    p(run('a'), '<w:del/>') +
      '<w:bookmarkStart/>' +
      p(run('b'), '<w:del/>', 'Two') +
      p(run('c'), '', 'Three'),
    p(run('a') + '<w:bookmarkStart/>' + run('b') + run('c'), '', 'Three'),
    '<w:p><w:pPr><w:rPr></w:rPr></w:pPr>' +
      `${run('a')}</w:p><w:bookmarkStart/><w:p><w:pPr><w:pStyle w:val="Two"/><w:rPr></w:rPr></w:pPr>${run('b')}</w:p>` +
      p(run('c'), '', 'Three'),
  ],
  [
    'a whole paragraph deleted before a table, and one before an empty one',
    p(del(gone('a')), '<w:del/>') + '<w:tbl><w:tr/></w:tbl>' + p(del(gone('b')), '<w:del/>') + '<w:p/>',
    '<w:tbl><w:tr/></w:tbl><w:p></w:p>',
    `<w:p><w:pPr><w:rPr></w:rPr></w:pPr>${run('a')}</w:p><w:tbl><w:tr/></w:tbl><w:p><w:pPr><w:rPr></w:rPr></w:pPr>${run('b')}</w:p><w:p/>`,
  ],
  [
    'a row inserted into a table, and a table inserted',
    '<w:tbl><w:tr><w:tc/></w:tr><w:tr><w:trPr><w:ins/></w:trPr><w:tc/></w:tr></w:tbl><w:tbl><w:tr><w:trPr><w:ins/></w:trPr></w:tr></w:tbl>',
    '<w:tbl><w:tr><w:tc/></w:tr><w:tr><w:trPr></w:trPr><w:tc/></w:tr></w:tbl><w:tbl><w:tr><w:trPr></w:trPr></w:tr></w:tbl>',
    '<w:tbl><w:tr><w:tc/></w:tr></w:tbl>',
  ],
  [
    'a cell deleted',
    '<w:tr><w:tc><w:tcPr><w:cellDel/></w:tcPr></w:tc><w:tc/></w:tr>',
    '<w:tr><w:tc/></w:tr>',
    '<w:tr><w:tc><w:tcPr></w:tcPr></w:tc><w:tc/></w:tr>',
  ],
])('%s', (_what, before, accepted, rejected) => {
  test('the markup is detected as a tracked change', () => expect(hasTrackedChange(body(before))).toBe(true));
  test('accepting applies the change', () => expect(settle(body(before), 'accept')).toBe(body(accepted)));
  test('rejecting undoes the change', () => expect(settle(body(before), 'reject')).toBe(body(rejected)));
});

test.each([
  ['a document without tracked changes', body(p(run('ins and del')))],
  ['a comment, which is not printed', `<w:comments>${ins('')}</w:comments>`],
])('%s has no tracked change', (_what, xml) => expect(hasTrackedChange(xml)).toBe(false));
