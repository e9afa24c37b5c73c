import { describe, expect, test } from 'vitest';
import { languages } from '../language/language.ts';
import { hintText } from './hint-texts.ts';
import { identityHints } from './identity-hints.ts';

const ofName = (name: string) => identityHints({ name, email: 'ada@example.com' });
const ofEmail = (email: string) => identityHints({ name: 'Ada', email });

describe('real names have no hint', () => {
  test.each([
    ...[
      '',
      'Ada',
      'Müller',
      'Łukasz Żółć',
      'Şükrü Öz',
      'Ilıcak',
      'Đặng Thị Huyền',
      'O’Brien',
      'Dr.med. Anna Weiß',
    ],
    ...['Ελένη', 'Ελένη Παπαδοπούλου', 'ΕΛΕΝΗ', 'ΜΑΡΙΑ', 'ΜΑΡΙΑ ΚΟΚΚΙΝΟΥ', 'Νίκος'],
    ...['Иван', 'Иван Ivanov', 'Ivan (Иван) Petrov', 'Вера', 'Вера Сухар Иванова', 'ОКСАНА', 'ТАМАРА СОМОВА'],
    ...[
      'А. Иванов',
      'А. Иванов (Ivanov)',
      'ООО Siemens',
      'ООО Ромашка',
      'Сара',
      'Тарас Ткаченко',
      'Ђорђе',
      'Ігор',
    ],
    ...[
      '田中',
      '田中 太郎',
      'タナカ田中',
      'Tシャツ田中',
      '김',
      '김철수',
      'J. 김',
      '王Wang',
      'عمر',
      'عمر Omar',
      'שרה',
    ],
    ...['Ω-Tech', 'Ani Գրիգորյան', 'ᏣᎳᎩ', 'สมชาย', 'Jose\u0301', 'Ada 2', '3M'],
  ])('%s', (name) => expect(ofName(name)).toEqual([]));
});

describe('names that imitate another name get a hint', () => {
  test.each([
    ['Аnna Chief', 'Аnna', ['latin', 'cyrillic']],
    ['Anna Chаse', 'Chаse', ['latin', 'cyrillic']],
    ['Οlivia', 'Οlivia', ['latin', 'greek']],
    ['О’Brien', 'О’Brien', ['latin', 'cyrillic']],
    ['Grаce1', 'Grаce1', ['latin', 'cyrillic']],
    ['Αнна', 'Αнна', ['cyrillic', 'greek']],
    ['Ani օSmith', 'օSmith', ['latin', 'armenian']],
    ['ᴀnna', 'ᴀnna', ['latin', 'special']],
    ['𝐀nna', '𝐀nna', ['latin', 'special']],
  ] as const)('%s mixes alphabets', (name, word, alphabets) =>
    expect(ofName(name)).toEqual([{ kind: 'mixed', word, alphabets }]),
  );

  test.each([
    ['Сосо', 'Сосо', 'cyrillic'],
    ['СНАЅЕ Bank', 'СНАЅЕ', 'cyrillic'],
    ['Иван СНАЅЕ Bank', 'СНАЅЕ', 'cyrillic'],
    ['А. Smith', 'А', 'cyrillic'],
    ['Вох Support', 'Вох', 'cyrillic'],
    ['ΝΟΚΙΑ', 'ΝΟΚΙΑ', 'greek'],
    ['ᏟᎻᎪᏚᎬ', 'ᏟᎻᎪᏚᎬ', 'cherokee'],
  ] as const)('%s reads as Latin', (name, word, alphabet) =>
    expect(ofName(name)).toContainEqual({ kind: 'reads-as-latin', word, alphabet }),
  );
});

test('a domain with non-ASCII letters is shown in both forms', () => {
  expect(ofEmail('ada@example.com')).toEqual([]);
  expect(ofEmail('ADA@Example.COM')).toEqual([]);
  expect(ofEmail('ada@müller.de')).toEqual([
    { kind: 'domain', shown: 'müller.de', ascii: 'xn--mller-kva.de' },
  ]);
  expect(ofEmail('ada@xn--mller-kva.de')).toEqual([
    { kind: 'domain', shown: 'müller.de', ascii: 'xn--mller-kva.de' },
  ]);
  expect(ofEmail('ada@раураl.com')).toEqual([
    { kind: 'domain', shown: 'раураl.com', ascii: 'xn--l-7sba6dbr.com' },
  ]);
  expect(ofEmail('ada@xn--e28h.com')).toEqual([
    { kind: 'domain', shown: 'xn--e28h.com', ascii: 'xn--e28h.com' },
  ]);
  expect(ofEmail('аda@example.com')).toMatchObject([{ kind: 'mixed', word: 'аda' }]);
});

test('a name that equals the address is checked only once', () => {
  const email = 'аda@example.com';
  expect(identityHints({ name: 'аda', email })).toHaveLength(1);
  expect(identityHints({ name: '', email: '' })).toEqual([]);
});

test('every hint is a sentence in every language, with the quoted word isolated', () => {
  for (const language of languages) {
    const mixed = ofName('Аnna').map((hint) => hintText(hint, language));
    const reads = ofName('Сосо').map((hint) => hintText(hint, language));
    const domain = ofEmail('ada@müller.de').map((hint) => hintText(hint, language));
    for (const text of [...mixed, ...reads, ...domain]) expect(text).toMatch(/[.。]$/u);
    expect(mixed.join()).toContain('Аnna');
    expect(reads.join()).toContain('Сосо');
    expect(domain.join()).toContain('xn--mller-kva.de');
  }
  expect(hintText(ofName('ᏟᎻᎪᏚᎬ')[0]!, 'de')).toContain(' Cherokee-Buchstaben,');
  expect(hintText(ofName('Аnna')[0]!, 'en')).toBe(
    '“Аnna” mixes Latin and Cyrillic letters. It may not be what it looks like.',
  );
});
