import { describe, expect, test } from 'vitest';
import { isRefusal } from '#core/refusal.ts';
import { checkMarkup } from './check-markup.ts';

const check = (source: string, kind: 'html' | 'markdown' = 'html') =>
  checkMarkup({ source: Buffer.from(source), kind });

async function bodyOf(source: string, kind?: 'html' | 'markdown'): Promise<string> {
  const checked = await check(source, kind);
  if (isRefusal(checked)) throw new Error(checked.detail);
  return /<body[^>]*>(.*)<\/body>/s.exec(Buffer.from(checked.html).toString())![1]!.trim();
}

const pixel = 'data:image/png;base64,iVBORw0KGgo=';

describe('HTML files', () => {
  test('an HTML file keeps headings, lists, tables, embedded pictures and simple styles', async () => {
    const kept = `<h1 align="center">Lease</h1><ol start="3"><li>Berth</li></ol><table border="1"><tbody><tr><td colspan="2" style="text-align:right;font-weight:bold">12 &lt; 13</td></tr></tbody></table><img src="${pixel}" width="20" alt="Logo">`;
    expect(await bodyOf(kept)).toBe(kept);
  });

  test.each<[string, string, string]>([
    ['scripts', '<p>A<script>alert(1)</script></p>', '<p>A</p>'],
    ['event handlers', '<p onclick="alert(1)">A</p>', '<p>A</p>'],
    [
      'style sheets',
      '<style>@import url(http://x)</style><link rel="stylesheet" href="http://x"><p>A</p>',
      '<p>A</p>',
    ],
    [
      'styles that fetch',
      '<p style="background:url(http://x);color:red">A</p>',
      '<p style="color:red">A</p>',
    ],
    [
      'styles that hide',
      '<p style="display:none;position:absolute;font-size:12pt">A</p>',
      '<p style="font-size:12pt">A</p>',
    ],
    [
      'frames, objects and forms',
      '<iframe src="http://x"></iframe><object data="x"></object><p>A<input value="x"></p>',
      '<p>A</p>',
    ],
    ['links, keeping their text', '<p><a href="file:///etc/passwd">A</a></p>', '<p>A</p>'],
    ['unknown elements, keeping their text', '<p><blink>A</blink></p>', '<p>A</p>'],
    ['comments and processing instructions', '<!-- x --><?php x ?><p>A</p>', '<p>A</p>'],
    ['drawings with scripts', '<svg onload="x"><script>1</script><text>x</text></svg><p>A</p>', '<p>A</p>'],
    [
      'base addresses and redirects',
      '<base href="http://x"><meta http-equiv="refresh" content="0;http://x"><p>A</p>',
      '<p>A</p>',
    ],
  ])('loses %s', async (_, source, expected) => {
    expect(await bodyOf(source)).toBe(expected);
  });

  test.each([
    ['an address', '<img src="https://example.org/a.png">'],
    ['a file', '<img src="file:///etc/hostname">'],
    ['a drawing', '<img src="data:image/svg+xml;base64,PHN2Zz4=">'],
    ['nothing', '<img srcset="https://example.org/a.png">'],
  ])('an HTML file with a picture from %s is refused', async (_, picture) => {
    expect(await check(`<p>A</p>${picture}`)).toMatchObject({
      refused: 'upload-refused',
      parameters: { reason: 'markup-external-picture' },
    });
  });

  test('the check returns the texts that must appear on the pages', async () => {
    const checked = await check('<h1>Lease</h1><p>of <b>berth</b>\n 17</p><ul><li>Rope<li>Buoy</ul>');
    expect(checked).toMatchObject({ texts: ['Lease', 'of berth 17', 'Rope', 'Buoy'] });
  });

  test('an HTML file is refused if nested too deeply, without text, too large or in another encoding', async () => {
    const reasonOf = async (source: Promise<unknown>) =>
      ((await source) as { parameters?: { reason: string } }).parameters?.reason;
    expect(await reasonOf(check('<div>'.repeat(50_000) + 'A'))).toBe('markup-too-deep');
    expect(await reasonOf(check('<p> </p>'))).toBe('file-empty');
    expect(await reasonOf(check('A'.repeat(11_000_000)))).toBe('markup-too-large');
    const latin = checkMarkup({ source: Buffer.from('caf\u00e9', 'latin1'), kind: 'html' });
    expect(await reasonOf(latin)).toBe('markup-not-utf8');
  });
});

describe('Markdown files', () => {
  test('Markdown becomes headings, lists and tables', async () => {
    const html = await bodyOf(
      '# Lease\n\n1. **Berth** 17\n\n| Item | Price |\n|---|---:|\n| Rope | 12 |',
      'markdown',
    );
    expect(html).toContain('<h1>Lease</h1>');
    expect(html).toContain('<strong>Berth</strong> 17');
    expect(html).toContain('<td align="right">12</td>');
  });

  test('HTML in a Markdown file is cleaned as in an HTML file', async () => {
    expect(await bodyOf('A<script>alert(1)</script>', 'markdown')).toBe('<p>A</p>');
    expect(await check('![x](http://example.org/a.png)', 'markdown')).toMatchObject({
      parameters: { reason: 'markup-external-picture' },
    });
  });

  test('anchors in a Markdown file are kept', async () => {
    expect(await bodyOf('Signed: {{signature:1}}', 'markdown')).toBe('<p>Signed: {{signature:1}}</p>');
  });
});
