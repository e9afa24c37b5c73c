import { describe, expect, test } from 'vitest';
import { fitText, wrapText } from './fit-text.ts';

const textOf = (fitted: { lines: { shaped: { text: string } }[] }): string[] =>
  fitted.lines.map((line) => line.shaped.text);

describe('fitting text into a box', () => {
  test('keeps the preferred size if the text fits', () => {
    const fitted = fitText('Grace Lindqvist', { width: 200, height: 20, size: 11 });
    expect(fitted).toMatchObject({ size: 11, fits: true, unshapeable: [] });
    expect(textOf(fitted)).toEqual(['Grace Lindqvist']);
  });

  test('shrinks a long line to fit a low box', () => {
    const fitted = fitText('Linus Okafor, harbour master', { width: 110, height: 14, size: 11 });
    expect(fitted.fits).toBe(true);
    expect(textOf(fitted)).toEqual(['Linus Okafor, harbour master']);
    expect(fitted.size).toBeLessThan(11);
    expect(fitted.size).toBeGreaterThanOrEqual(6);
  });

  test('shrinks slightly instead of breaking a name', () => {
    const fitted = fitText('Grace Lindqvist', { width: 70, height: 60, size: 11 });
    expect(textOf(fitted)).toEqual(['Grace Lindqvist']);
    expect(fitted.size).toBeLessThan(11);
  });

  test('keeps a typed signature on one line', () => {
    const fitted = fitText('Grace Lindqvist', { width: 70, height: 60, face: 'dancing-script' });
    expect(textOf(fitted)).toEqual(['Grace Lindqvist']);
  });

  test('wraps instead of shrinking much if the box is high enough', () => {
    const fitted = fitText('Quay 4, berths 12 to 19', { width: 60, height: 60, size: 11 });
    expect(fitted).toMatchObject({ size: 11, fits: true });
    expect(textOf(fitted).length).toBeGreaterThan(1);
    expect(textOf(fitted).join(' ')).toBe('Quay 4, berths 12 to 19');
  });

  test('reports text that does not fit at 6 pt, but still includes every character', () => {
    const text = 'Everything that was agreed about the harbour and the quay';
    const fitted = fitText(text, { width: 60, height: 12 });
    expect(fitted).toMatchObject({ size: 6, fits: false });
    expect(textOf(fitted).join(' ')).toBe(text);
  });

  test('keeps stacked marks inside the box', () => {
    const stacked = `Grace${'\u0301'.repeat(60)}`;
    expect(fitText(stacked, { width: 100, height: 14 }).fits).toBe(false);
  });

  test('splits a word only at the smallest size', () => {
    const word = 'Donaudampfschifffahrtsgesellschaft';
    const fitted = fitText(word, { width: 60, height: 60, size: 11 });
    expect(fitted).toMatchObject({ size: 6, fits: true });
    expect(textOf(fitted).join('')).toBe(word);
  });

  test('keeps typed line breaks', () => {
    expect(textOf(fitText('Quay 4\nHarbour\r\n\r\nNorth', { width: 200, height: 90 }))).toEqual([
      'Quay 4',
      'Harbour',
      '',
      'North',
    ]);
  });

  test('breaks Thai and Chinese between words, without spaces', () => {
    const thai = textOf(fitText('สัญญาเช่าท่าเรือฉบับนี้ทำขึ้น', { width: 60, height: 60, size: 11 }));
    expect(thai.length).toBeGreaterThan(1);
    expect(thai.join('')).toBe('สัญญาเช่าท่าเรือฉบับนี้ทำขึ้น');
    const chinese = textOf(fitText('本租赁合同由双方签署并生效', { width: 60, height: 60, size: 11 }));
    expect(chinese.length).toBeGreaterThan(1);
    expect(chinese.join('')).toBe('本租赁合同由双方签署并生效');
  });

  test('reports characters that no font contains', () => {
    expect(fitText('Linus 😀 ꦲꦤ', { width: 200, height: 20 }).unshapeable).toEqual(['ꦲ', 'ꦤ']);
    expect(fitText('Łukasz Ωμέγα Юлія', { width: 200, height: 20, face: 'caveat' }).unshapeable).toEqual([]);
  });

  test.each(['', ' ', '\u0000\u0007', '\ud83d', '\u200d', 'a\u0301\u0302\u0303', '\u202eevil'])(
    'handles unusual text %j',
    (text) => {
      expect(textOf(fitText(text, { width: 100, height: 20 })).join('')).toBe(text);
      expect(
        textOf(fitText(text, { width: 0, height: 0 }))
          .join('')
          .trim(),
      ).toBe(text.trim());
    },
  );
});

describe('wrapping text', () => {
  test('splits words wider than a line, such as a hash', () => {
    const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
    const lines = wrapText(hash, { face: 'sans', size: 9 }, 120);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.map((line) => line.shaped.text).join('')).toBe(hash);
    for (const { shaped } of lines) expect((shaped.width * 9) / 1000).toBeLessThanOrEqual(120);
  });

  test.each([
    ['joined emoji', Array(30).fill('😀').join('\u200d')],
    ['joined consonants', `${'क\u094d'.repeat(60)}क`],
  ])('splits one grapheme of many %s, which is wider than a line', (_, text) => {
    const lines = wrapText(text, { face: 'sans', size: 9 }, 120);
    expect(lines.map((line) => line.shaped.text).join('')).toBe(text);
    for (const { shaped } of lines) expect((shaped.width * 9) / 1000).toBeLessThanOrEqual(120);
  });

  test('does not break between a sign and its number, or at a no-break space', () => {
    const text = 'Signed (Dec\u00a02,\u00a023:30:00\u00a0-08:00) in Los-Angeles';
    for (let width = 90; width < 200; width += 5) {
      const lines = wrapText(text, { face: 'sans', size: 7 }, width).map((line) => line.shaped.text);
      expect(lines.join(' '), `${width}`).toContain('(Dec\u00a02,\u00a023:30:00\u00a0-08:00)');
    }
  });

  test('breaks after the hyphen in a long word, but not inside ‘e-mail’', () => {
    const parts = Array.from({ length: 60 }, (_, at) =>
      wrapText('la boîte e-mail ; Los-Angeles', { face: 'sans', size: 9 }, 30 + at * 2).map(
        (line) => line.shaped.text,
      ),
    ).flat();
    expect(parts.filter((part) => /(^| )e-$/.test(part))).toEqual([]);
    expect(parts.some((part) => part.endsWith('Los-'))).toBe(true);
  });
});
