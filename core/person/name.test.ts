import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanName, nameProblem } from './name.ts';

describe('personal names', () => {
  test.each([
    '',
    'Grace Lindqvist',
    'José Ñuñez',
    'Jose\u0301 Nun\u0303ez',
    '山田 太郎',
    '葛\u{e0100}城',
    'ليلى بنت أحمد',
    'علی\u200cرضا',
    'ക്രിസ്റ്റൻ',
    'शक्\u200dति',
    'Conan O\'Brien, "Jr."',
    'Nguyễn Thị Minh Khai',
    'สมชาย ใจดี',
    'M.Müller/K.Müller',
    'Dr.med/PhD',
    'J.P.Morgan/Chase',
    'St.Gallen/Kanton',
    'Nr.AB#12 GmbH',
    'Mag.FH/MBA Huber',
    'Booking.com B.V.',
    'Dr. A. Moreau',
    '😀 Ada',
  ])('accepts %j', (name) => expect(nameProblem(name)).toBeUndefined());

  test.each([
    ['a\r\nBcc: b', 'control'],
    ['a\tb', 'control'],
    ['a\u0085b', 'control'],
    ['a\u2028b', 'control'],
    ['a\ue000b', 'control'],
    ['Anna \u202Emoc.knab@oec\u202C', 'invisible'],
    ['\u2067Anna\u2069', 'invisible'],
    ['Anna\u061c', 'invisible'],
    ['Anna\u200e', 'invisible'],
    ['Gra\u200bce', 'invisible'],
    ['Gra\u2060ce', 'invisible'],
    ['Gra\u00adce', 'invisible'],
    ['Gra\ufeffce', 'invisible'],
    ['Gra\u200dce', 'invisible'],
    ['Grace\ufe0f', 'invisible'],
    ['Grace\u{e0041}', 'invisible'],
    ['Grace\u{e0100}', 'invisible'],
    ['Gra\ufff9ce', 'invisible'],
    ['\u3164', 'invisible'],
    ['\u200b \u2800', 'invisible'],
    [`G${'\u0301'.repeat(80)}race`, 'invisible'],
    ['https://evil.example', 'web-address'],
    ['See www.evil.example', 'web-address'],
    ['evil.com/login', 'web-address'],
    ['Bank evil.co.uk?a', 'web-address'],
    ['Countersign Support', 'service-like'],
    ['Сountеrsign', 'service-like'],
    ['C O U N T E R S I G N', 'service-like'],
  ] as const)('refuses %j as %s', (name, problem) => expect(nameProblem(name)).toBe(problem));

  test('refuses the operator’s name if the caller passes it', () => {
    expect(nameProblem('Harbour Notary Ltd')).toBeUndefined();
    expect(nameProblem('Harbour Notary Desk', ['Harbour Notary'])).toBe('service-like');
  });

  test('a name from another system is cleaned until it is valid', () => {
    expect(cleanName('Anna\u202E\tMoreau\u202C')).toBe('Anna Moreau');
    expect(cleanName('علی\u200cرضا')).toBe('علی\u200cرضا');
    expect(cleanName('Countersign Support')).toBe('');
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(
        '\u202e',
        '\u200b',
        '\u{e0041}',
        '\u3164',
        '\n',
        'Countersign',
        'https://',
        '\u200d',
        'ع',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const name = cleanName(pieces.join(''));
        expect(nameProblem(name)).toBeUndefined();
        expect(cleanName(name)).toBe(name);
      }),
      { seed: 20261127, numRuns: 500 },
    );
  });
});
