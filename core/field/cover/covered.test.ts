import { describe, expect, test } from 'vitest';
import type { FieldType } from '../kinds.ts';
import { coverOf, shorten, type Under } from './covered.ts';

const over = (
  words: string,
  { whole = true, ...rest }: Partial<Omit<Under, 'whole'>> & { whole?: boolean } = {},
) => ({
  ...{ text: words, words, whole: whole ? [words] : [], marked: 0, dark: 0, scanned: 0 },
  ...rest,
});
const judged = (type: FieldType, words: string, whole = true) => coverOf(type, over(words, { whole }));

describe('a field over text', () => {
  test.each([
    'The tenant pays for all repairs',
    'Employer pays all costs',
    'This name is not a label',
    'Signature void without notice',
    'Rent 1250 a month',
    'EUR 5',
  ])('a field that would hide ‘%s’ is refused', (words) => {
    expect(judged('signature', words)).toMatchObject({ over: 'text', text: words, blocks: true });
  });

  test.each([
    'Signature',
    'Signature of the tenant',
    'Unterschrift des Mieters',
    'Signature et cachet',
    'Name, title and date',
    'توقيع المستأجر',
  ])('a field over the label ‘%s’ only causes a warning', (words) => {
    expect(judged('signature', words)).toMatchObject({ over: 'text', text: words, blocks: false });
  });

  test('a field only causes a warning if the words continue outside it', () => {
    expect(judged('signature', 'The tenant pays for all repairs', false)).toMatchObject({ blocks: false });
  });

  test('refuses a picture that would hide a word', () => {
    for (const type of ['image', 'stamp'] as const)
      for (const whole of [true, false])
        expect(judged(type, 'Signature', whole)).toMatchObject({ over: 'text', blocks: true });
  });

  test('refuses a picture over the marks of a scan, although the scan has no readable letters', () => {
    const scan = over('', { whole: false, marked: 0.03, scanned: 400 });
    for (const type of ['image', 'stamp'] as const)
      expect(coverOf(type, scan)).toMatchObject({ over: 'picture', blocks: true });
    expect(coverOf('signature', scan)).toBeUndefined();
    expect(coverOf('stamp', { ...scan, scanned: 4 })).toBeUndefined();
  });

  test('reports whole words and a free position', () => {
    const under = {
      ...over('erm', { whole: false }),
      words: '4. Term. The agreement',
      free: { x: 20, y: 30 },
    };
    expect(coverOf('signature', under)).toEqual({
      ...{ over: 'text', text: '4. Term. The agreement', blocks: false, free: { x: 20, y: 30 } },
    });
  });
});

test('a long text is cut between words', () => {
  expect(shorten('The agreement begins on 1 January 2027 and runs')).toBe(
    'The agreement begins on 1 January 2027…',
  );
  expect(shorten('Short')).toBe('Short');
  expect(shorten('A'.repeat(60))).toBe(`${'A'.repeat(40)}…`);
});
