import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '#core/refusal.ts';
import { mergeData, type MergeValues, type Placeholder } from '#core/template/placeholders.ts';
import { contentTypes, makeDocx, relationship, type DocxRecipe } from '#testing/docx/make-docx.ts';
import { longTest } from '#testing/long-test.ts';
import { checkDocx } from '../check-docx.ts';
import { textOf } from '../docx-converter.suite.ts';
import { libreOfficeConverter } from '../libreoffice.ts';
import { checkMarkup } from '../markup/check-markup.ts';

const isInstalled = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'soffice')));
/** A conversion takes many seconds on a loaded machine. */
const patiently = { timeout: 120_000 };

const run = (text: string, more = '') => `<w:r>${more}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (text: string, more = '') => `<w:p>${more}${run(text)}</w:p>`;
const cell = (text: string) =>
  `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc>`;
const table = (...rows: string[][]) =>
  `<w:tbl><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>${rows.map((cells) => `<w:tr>${cells.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** Returns a contract with a header and a footer on its page. */
function contract(body: string): DocxRecipe {
  const type = (name: string) =>
    `<Override PartName="/word/${name}1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${name}+xml"/>`;
  const office = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const page =
    '<w:sectPr><w:headerReference w:type="default" r:id="rId7"/><w:footerReference w:type="default" r:id="rId8"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
  return {
    relationships: [
      relationship('header', 'header1.xml', { id: 'rId7' }),
      relationship('footer', 'footer1.xml', { id: 'rId8' }),
    ],
    parts: {
      'word/document.xml': `<w:document ${namespace} ${office}><w:body>${body}${page}</w:body></w:document>`,
      'word/header1.xml': `<w:hdr ${namespace}>${paragraph('{{reference}}')}</w:hdr>`,
      'word/footer1.xml': `<w:ftr ${namespace}>${paragraph('Issued by {{company}}')}</w:ftr>`,
      '[Content_Types].xml': contentTypes(undefined, type('header') + type('footer')),
    },
  };
}

async function printed(recipe: DocxRecipe, values: MergeValues): Promise<string> {
  const docx = makeDocx(recipe);
  const found = await checkDocx({ docx, merge: {} });
  if (isRefusal(found)) throw new Error(found.detail);
  const data = mergeData(found.placeholders satisfies Placeholder[], values);
  if (isRefusal(data)) throw new Error(data.detail);
  const filled = await checkDocx({ docx, merge: { data } });
  if (isRefusal(filled)) throw new Error(filled.detail);
  const text = await textOf(await libreOfficeConverter().convert(filled.docx, { fonts: filled.fonts }));
  return text.replaceAll(/\s+/g, ' ');
}

describe.skipIf(!isInstalled)(
  'filled-in files converted by LibreOffice (skipped if soffice is not on PATH)',
  () => {
    test('a contract is printed with its tables, lists, header and footer filled in', patiently, async () => {
      const body = [
        paragraph('Between {{company}} and {{client}}'),
        table(['Item', 'Price'], ['{{#items}}{{title}}', '{{price}}{{/items}}']),
        paragraph('{{#duties}}'),
        paragraph('Duty: {{duty}}'),
        paragraph('{{/duties}}'),
        paragraph('{{#if guarantor}}'),
        paragraph('Guarantor: {{guarantor}}'),
        paragraph('{{/if}}'),
        paragraph('{{^guarantor}}Without guarantor{{/guarantor}}'),
        paragraph('Signed {{signature:1}}'),
      ].join('');
      const values = {
        ...{ company: 'Harbour & <Sons>', client: 'Grace\nBerth 17', reference: 'B-17/2026' },
        items: [
          { title: 'Rope', price: 12.5 },
          { title: 'Buoy', price: '40 EUR' },
        ],
        duties: [{ duty: 'mooring' }, { duty: 'cleaning' }],
      };
      const text = await printed(contract(body), values);
      expect(text).toContain('B-17/2026 Between Harbour & <Sons> and Grace Berth 17');
      for (const part of ['Rope', '12.5', 'Buoy', '40 EUR', 'Duty: mooring Duty: cleaning'])
        expect(text).toContain(part);
      expect(text).toContain('Without guarantor Signed {{signature:1}} Issued by Harbour & <Sons>');
      expect(text.replace('{{signature:1}}', '')).not.toMatch(/[{}]/);
    });

    longTest('a right-to-left contract is filled in', patiently, async () => {
      const rtl = '<w:pPr><w:bidi/></w:pPr>';
      const line = (text: string) => `<w:p>${rtl}<w:r><w:rPr><w:rtl/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
      const body =
        line('عقد بين {{company}} و{{client}}') + line('{{#items}}') + line('{{title}}') + line('{{/items}}');
      const values = { company: 'شركة الميناء', client: 'ליאת', reference: '17', items: [{ title: 'حبل' }] };
      const text = await printed(contract(body), values);
      for (const part of ['الميناء', 'ליאת', 'حبل']) expect(text).toContain(part);
      expect(text).not.toMatch(/[{}]/);
    });

    test('HTML and Markdown files become pages with their texts', patiently, async () => {
      const sources = [
        {
          kind: 'html',
          text: '<h1>Lease</h1><table border="1"><tr><td>Rope</td><td>12 EUR</td></tr></table><p>اتفاقية</p>',
        },
        { kind: 'markdown', text: '# Lease\n\n| Rope | 12 EUR |\n|---|---|\n\nاتفاقية' },
      ] as const;
      for (const { kind, text } of sources) {
        const checked = await checkMarkup({ source: Buffer.from(text), kind });
        if (isRefusal(checked)) throw new Error(checked.detail);
        const page = await textOf(await libreOfficeConverter().convert(checked.html, { format: 'html' }));
        for (const part of ['Lease', 'Rope', '12 EUR', 'اتفاقية']) expect(page).toContain(part);
      }
    });
  },
);
