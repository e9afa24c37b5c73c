import { describe, expect, test } from 'vitest';
import { prepareParts } from './prepare-parts.ts';

const settings = (mode: number) =>
  `<w:settings><w:compat><w:compatSetting w:name="compatibilityMode" w:val="${mode}"/></w:compat></w:settings>`;
const body = (xml: string) => `<w:document><w:body>${xml}</w:body></w:document>`;
const prepared = (xml: string, { mode = 15, styles = '' } = {}): string | undefined =>
  prepareParts(
    new Map([
      ['word/document.xml', { text: body(xml) }],
      ['word/settings.xml', { text: settings(mode) }],
      ['word/styles.xml', { text: `<w:styles>${styles}</w:styles>` }],
    ]),
  )
    .get('word/document.xml')
    ?.text?.replace(/^<w:document><w:body>|<\/w:body><\/w:document>$/g, '');

/** Longer than one line. */
const word = 'a'.repeat(60);
const justified = '<w:pPr><w:jc w:val="both"/></w:pPr>';
const text = (content: string) => `<w:t xml:space="preserve">${content}</w:t>`;
const narrowSpace = (properties = '') =>
  `<w:r><w:rPr>${properties}<w:w w:val="78"/></w:rPr>${text(' ')}</w:r>`;

describe('condensed spaces of justified lines', () => {
  test('each space becomes a run with the properties of its text', () => {
    const run = (content: string) => `<w:r><w:rPr><w:b/></w:rPr>${content}</w:r>`;
    expect(prepared(`<w:p>${justified}${run(`<w:t>${word} b</w:t><w:tab/>`)}</w:p>`)).toBe(
      `<w:p>${justified}${run(`<w:t>${word}</w:t>`)}${narrowSpace('<w:b/>')}${run(`${text('b')}<w:tab/>`)}</w:p>`,
    );
  });

  test.each([
    ['a style', '<w:pPr><w:pStyle w:val="Body"/></w:pPr>'],
    ['a style that is based on it', '<w:pPr><w:pStyle w:val="Clause"/></w:pPr>'],
    ['the default style', ''],
  ])('a paragraph justified by %s is condensed', (_what, properties) => {
    const style = (id: string, content: string, attributes = '') =>
      `<w:style w:type="paragraph" ${attributes} w:styleId="${id}">${content}</w:style>`;
    const both = '<w:pPr><w:jc w:val="both"/></w:pPr>';
    const styles =
      style('Body', both) + style('Clause', '<w:basedOn w:val="Body"/>') + style('N', both, 'w:default="1"');
    expect(prepared(`<w:p>${properties}<w:r><w:t>${word} b</w:t></w:r></w:p>`, { styles })).toContain(
      narrowSpace(),
    );
  });

  test('a paragraph justified by the document defaults is condensed', () => {
    const styles = `<w:docDefaults><w:pPrDefault>${justified}</w:pPrDefault></w:docDefaults>`;
    const xml = prepared(`<w:p><w:r><w:t>${word} b</w:t></w:r></w:p>`, { styles });
    expect(xml).toContain(narrowSpace());
  });

  test.each([
    ['from an older Word version', justified, 14, `${word} b`],
    ['aligned left', '<w:pPr><w:jc w:val="left"/></w:pPr>', 15, `${word} b`],
    ['on one line', justified, 15, 'a b'],
  ])('a paragraph %s is not changed', (_what, properties, mode, words) => {
    const xml = `<w:p>${properties}<w:r><w:t>${words}</w:t></w:r></w:p>`;
    expect(prepared(xml, { mode })).toBe(xml);
  });

  test('text with a width set by the author does not change', () => {
    const xml = `<w:p>${justified}<w:r><w:rPr><w:w w:val="150"/></w:rPr><w:t>${word} b</w:t></w:r></w:p>`;
    expect(prepared(xml)).toBe(xml);
  });
});

describe('paragraphs with only a page break', () => {
  const pageBreak = '<w:p><w:r><w:lastRenderedPageBreak/><w:br w:type="page"/></w:r></w:p>';
  const begins = '<w:pPr><w:pageBreakBefore/></w:pPr>';

  test.each([
    ['a paragraph', '<w:p><w:r/></w:p>', `<w:p>${begins}<w:r/></w:p>`],
    ['an empty paragraph', '<w:p w:x="1"/>', `<w:p w:x="1">${begins}</w:p>`],
    [
      'a paragraph with properties',
      '<w:p><w:pPr><w:jc/></w:pPr></w:p>',
      '<w:p><w:pPr><w:pageBreakBefore/><w:jc/></w:pPr></w:p>',
    ],
    ['one without properties', '<w:p><w:pPr/></w:p>', `<w:p>${begins}</w:p>`],
  ])('the page break becomes a property of %s', (_what, next, expected) => {
    expect(prepared(pageBreak + next)).toBe(expected);
  });

  test('bookmarks are kept', () => {
    const marks = '<w:bookmarkStart w:id="1"/><w:bookmarkEnd w:id="1"/>';
    const xml = `<w:p>${marks}<w:r><w:br w:type="page"/></w:r></w:p><w:p/>`;
    expect(prepared(xml)).toBe(`${marks}<w:p>${begins}</w:p>`);
  });

  test.each([
    ['before another one', `${pageBreak}${pageBreak}`],
    ['before a table', `${pageBreak}<w:tbl/>`],
    ['before a frame', `${pageBreak}<w:p><w:pPr><w:framePr/></w:pPr></w:p>`],
    ['with a number', `<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:br w:type="page"/></w:r></w:p><w:p/>`],
    ['with text', `<w:p><w:r><w:t>a</w:t><w:br w:type="page"/></w:r></w:p><w:p/>`],
    ['that breaks a line', '<w:p><w:r><w:br/></w:r></w:p><w:p/>'],
    ['in a cell', `<w:tbl><w:tr><w:tc>${pageBreak}<w:p/></w:tc></w:tr></w:tbl>`],
  ])('the paragraph is kept %s', (_what, xml) => {
    expect(prepared(xml)).toBe(xml);
  });
});
