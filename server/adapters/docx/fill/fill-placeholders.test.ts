import { describe, expect, test } from 'vitest';
import { strFromU8, unzipSync } from 'fflate';
import { isRefusal } from '#core/refusal.ts';
import { mergeData, type MergeValues, type Placeholder } from '#core/template/placeholders.ts';
import { contentTypes, makeDocx, relationship, type DocxRecipe } from '#testing/docx/make-docx.ts';
import { checkDocx } from '../check-docx.ts';

describe('placeholders of a Word document', () => {
  test('finds texts, conditions, and lists with their columns', async () => {
    const found = await placeholdersIn({
      paragraphs: [
        'Between {{company}} and {{ Client name }}',
        '{{#items}}{{title}}: {{price}}{{#if note}} ({{note}}){{/if}}{{/items}}',
        '{{#if guarantor}}Guarantor: {{guarantor}}{{/if}}{{^vat}}without VAT{{/vat}}',
        '{{#unless vat}}{{exemption}}{{/unless}}{{signature:1}} {{date}}',
      ],
    });
    expect(found).toEqual([
      { name: 'company', kind: 'text' },
      { name: 'Client name', kind: 'text' },
      {
        ...{ name: 'items', kind: 'list' },
        columns: [
          { name: 'title', kind: 'text' },
          { name: 'price', kind: 'text' },
          {
            name: 'note',
            kind: 'text',
            optional: true,
            shown: [{ name: 'note', kind: 'text', optional: true }],
          },
        ],
      },
      {
        ...{ name: 'guarantor', kind: 'text', optional: true },
        shown: [{ name: 'guarantor', kind: 'text', optional: true }],
      },
      { name: 'vat', kind: 'condition', hidden: [{ name: 'exemption', kind: 'text' }] },
    ]);
  });

  test('fills in placeholders and keeps anchors', async () => {
    const recipe = {
      paragraphs: [
        'Between {{company}} and {{client}}: {{signature:1}} {{text:2 label="VAT" required}}',
        '{{#if vat}}with VAT{{/if}}{{^vat}}without VAT{{/vat}}',
        '{{#items}}',
        '{{title}} costs {{price}}.',
        '{{/items}}',
      ],
    };
    const items = [
      { title: 'Rope', price: 12.5 },
      { title: 'Buoy', price: '40 EUR' },
    ];
    expect(await textOf(recipe, { company: 'Harbour\nLtd', client: 'Grace', vat: false, items })).toBe(
      'Between HarbourLtd and Grace: {{signature:1}} {{text:2 label="VAT" required}}|without VAT|Rope costs 12.5.|Buoy costs 40 EUR.',
    );
    expect(await textOf(recipe, { company: 'A', client: 'B', vat: true, items: [] })).toMatch(/\|with VAT$/);
  });

  test('fills in placeholders split over runs, and in tables, headers and footnotes', async () => {
    const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
    const cell = (text: string) => `<w:tc><w:p>${run(text)}</w:p></w:tc>`;
    const body = `<w:p>${run('{')}${run('{comp')}${run('any}}')}</w:p><w:tbl><w:tr>${cell('Item')}${cell('Price')}</w:tr><w:tr>${cell('{{#items}}{{title}}')}${cell('{{price}}{{/items}}')}</w:tr></w:tbl>`;
    const part = (root: string) =>
      `<w:${root} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p>${run('{{company}}')}</w:p></w:${root}>`;
    const type = (name: string) =>
      `<Override PartName="/word/${name}1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${name}+xml"/>`;
    const recipe = {
      paragraphs: [],
      body,
      relationships: [
        relationship('header', 'header1.xml', { id: 'rId7' }),
        relationship('footer', 'footer1.xml', { id: 'rId8' }),
      ],
      parts: {
        'word/header1.xml': part('hdr'),
        'word/footer1.xml': part('ftr'),
        '[Content_Types].xml': contentTypes(undefined, type('header') + type('footer')),
      },
    };
    const items = [
      { title: 'Rope', price: 1 },
      { title: 'Buoy', price: 2 },
    ];
    const filled = await filledParts(recipe, { company: 'Harbour', items });
    expect(plain(filled['word/document.xml']!)).toBe('Harbour|Item|Price|Rope|1|Buoy|2');
    expect(filled['word/document.xml']!.match(/<w:tr>/g)).toHaveLength(3);
    expect([plain(filled['word/header1.xml']!), plain(filled['word/footer1.xml']!)]).toEqual([
      'Harbour',
      'Harbour',
    ]);
  });

  test('prints markup in a value as text', async () => {
    const value = '</w:t></w:r><w:r><w:t>"&amp;\'<script>';
    const filled = await filledParts({ paragraphs: ['{{company}}'] }, { company: value });
    expect(plain(filled['word/document.xml']!)).toBe(value);
  });

  test.each<[string, MergeValues, string, RegExp]>([
    ['is missing', {}, 'template-values-missing', /‘company’, ‘items’/],
    ['is blank', { company: ' ', items: [] }, 'template-values-missing', /‘company’/],
    [
      'is missing in a row',
      { company: 'A', items: [{ title: 'x' }, {}] },
      'template-values-missing',
      /items 2: title/,
    ],
    ['has braces', { company: '{{signature:2}}', items: [] }, 'field-value-invalid', /braces/],
    ['has a single brace', { company: '{', items: [] }, 'field-value-invalid', /braces/],
    ['has control characters', { company: 'a\u0007', items: [] }, 'field-value-invalid', /can’t be printed/],
    ['reverses the text', { company: 'a\u202eb', items: [] }, 'field-value-invalid', /can’t be printed/],
    [
      'is a boolean instead of a text',
      { company: true, items: [] },
      'field-value-invalid',
      /text or a number/,
    ],
    ['is a text instead of a list', { company: 'A', items: 'x' }, 'field-value-invalid', /is a list/],
    [
      'belongs to no column',
      { company: 'A', items: [{ title: 'x', size: 1 }] },
      'field-name-unknown',
      /‘size’/,
    ],
    ['is given twice', { company: 'A', COMPANY: 'B', items: [] }, 'field-value-invalid', /two values/],
  ])('a value that %s is refused', async (_, values, refused, sentence) => {
    const found = await placeholdersIn({ paragraphs: ['{{company}} {{#items}}{{title}}{{/items}}'] });
    expect(mergeData(found as Placeholder[], values)).toMatchObject({
      refused,
      detail: expect.stringMatching(sentence) as string,
    });
  });

  test('does not require values for sections that are not printed', async () => {
    const recipe = { paragraphs: ['{{#if vat}}VAT number {{number of VAT}}{{/if}}Done'] };
    expect(await textOf(recipe, { vat: false })).toBe('Done');
    const found = (await placeholdersIn(recipe)) as Placeholder[];
    expect(mergeData(found, { vat: true })).toMatchObject({ refused: 'template-values-missing' });
  });

  test.each<[string, string, RegExp]>([
    ['an expression', '{{price * 2}}', /‘price \* 2’ is not a name/],
    ['a call', '{{constructor.constructor("return 1")()}}', /is not a name/],
    ['raw XML', '{{@xml}}', /‘@xml’ is not a name/],
    ['other delimiters', '{{=[[ ]]=}}', /is not a name/],
    ['an open section', '{{#items}}{{a}}', /not closed/],
    ['a closed section that was not opened', '{{/items}}', /not opened/],
    ['overlapping sections', '{{#a}}{{b}}{{#c}}{{/a}}{{d}}{{/c}}', /closed by another name/],
    ['unclosed braces', '{{company', /without }}/],
    ['a list within a list', '{{#a}}{{b}}{{#c}}{{d}}{{/c}}{{/a}}', /list within a list/],
    ['a name that is a list and a text', '{{a}}{{#a}}{{b}}{{/a}}', /list in one place and a text/],
    ['nothing', '{{}}', /is not a name/],
    ['a statement in another language', '{% if married %}{{spouse}}', /‘{% if married %}’ is written/],
  ])('a document with %s is refused', async (_, paragraph, sentence) => {
    const checked = await checkDocx({ docx: makeDocx({ paragraphs: [paragraph] }), merge: {} });
    expect(checked).toMatchObject({
      refused: 'placeholder-invalid',
      detail: expect.stringMatching(sentence) as string,
    });
  });

  test('treats names of JavaScript properties as ordinary names', async () => {
    const recipe = { paragraphs: ['{{constructor}} {{__proto__}} {{toString}}'] };
    const values = JSON.parse('{"constructor":"a","__proto__":"b","toString":"c"}') as MergeValues;
    expect(await textOf(recipe, values)).toBe('a b c');
  });

  test('refuses double braces that are not placeholders', async () => {
    const body = '<w:p><w:del w:id="1" w:author="A"><w:r><w:delText>{{old}}</w:delText></w:r></w:del></w:p>';
    const docx = makeDocx({ paragraphs: ['{{company}}'], body });
    const merge = { data: { company: 'Harbour' } };
    expect(await checkDocx({ docx, trackedChanges: 'show', merge })).toMatchObject({
      refused: 'placeholder-invalid',
    });
    expect(await checkDocx({ docx, trackedChanges: 'accept', merge })).toMatchObject({ ok: true });
  });

  test('quickly refuses a list that would make a huge document', async () => {
    const page = `{{#items}}${'All work and no play. '.repeat(5_000)}{{a}}{{/items}}`;
    const values = { items: Array.from({ length: 1_000 }, (_, at) => ({ a: at })) };
    const data = mergeData((await placeholdersIn({ paragraphs: [page] })) as Placeholder[], values);
    if (isRefusal(data)) throw new Error(data.detail);
    const checked = await checkDocx({ docx: makeDocx({ paragraphs: [page] }), merge: { data } });
    expect(checked).toMatchObject({
      refused: 'upload-refused',
      detail: expect.stringMatching(/fewer rows/) as string,
    });
  });

  test('refuses too many placeholders and too many rows', async () => {
    const many = Array.from({ length: 301 }, (_, at) => `{{n${at}}}`).join(' ');
    expect(await checkDocx({ docx: makeDocx({ paragraphs: [many] }), merge: {} })).toMatchObject({
      refused: 'placeholder-invalid',
    });
    const found = (await placeholdersIn({ paragraphs: ['{{#items}}{{a}}{{/items}}'] })) as Placeholder[];
    const items = Array.from({ length: 1_001 }, () => ({ a: 1 }));
    expect(mergeData(found, { items })).toMatchObject({ refused: 'field-value-invalid' });
  });
});

async function placeholdersIn(recipe: DocxRecipe): Promise<unknown> {
  const checked = await checkDocx({ docx: makeDocx(recipe), merge: {} });
  return isRefusal(checked) ? checked : checked.placeholders;
}

async function filledParts(recipe: DocxRecipe, values: MergeValues): Promise<Record<string, string>> {
  const data = mergeData((await placeholdersIn(recipe)) as Placeholder[], values);
  if (isRefusal(data)) throw new Error(data.detail);
  const checked = await checkDocx({ docx: makeDocx(recipe), merge: { data } });
  if (isRefusal(checked)) throw new Error(checked.detail);
  return Object.fromEntries(
    Object.entries(unzipSync(checked.docx)).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
}

async function textOf(recipe: DocxRecipe, values: MergeValues): Promise<string> {
  return plain((await filledParts(recipe, values))['word/document.xml']!);
}

/** Returns the text of each non-empty paragraph. */
function plain(xml: string): string {
  const paragraphs = xml.split('</w:p>').map((one) => one.replaceAll(/<[^>]*>/g, ''));
  return paragraphs
    .filter((text) => text.trim() !== '')
    .join('|')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
