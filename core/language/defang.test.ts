import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defang, containsWebAddress } from './defang.ts';

/** Detects addresses like mail programs: a scheme with slashes, a known scheme, or a possible host name. */
const linked = [
  /[a-z][a-z\d+.-]*:[/\\]{2}/iu,
  /\b(?:mailto|tel|sms|javascript|data|file|webcal):\S/iu,
  /\bwww\.\S/iu,
  /[\p{L}\p{N}-][.\uff0e\u2024](?:xn--[a-z\d-]+|com|net|org|example|io|рф|شبكة|sbs|beauty)(?![\p{L}\p{N}-])/iu,
  /[a-z\d][\u3002\uff61][a-z\d]/iu,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/u,
  /\\\\[a-z\d]/iu, // a network share
];

describe('web addresses in user text do not become links in emails (S-15)', () => {
  test.each([
    ['https://evil.example', 'https[:]//evil[.]example'],
    ['HTTPS://EVIL.EXAMPLE/a?b=c', 'HTTPS[:]//EVIL[.]EXAMPLE/a?b=c'],
    ['Your account is locked - https://evil.example', 'Your account is locked - https[:]//evil[.]example'],
    ['evil.example/path', 'evil[.]example/path'],
    ['evil.example', 'evil[.]example'],
    ['www.evil.example', 'www[.]evil[.]example'],
    ['evil.pdf/path', 'evil[.]pdf/path'],
    ['xn--pypal-4ve.com', 'xn--pypal-4ve[.]com'],
    ['p\u0430yp\u0430l.com', 'p\u0430yp\u0430l[.]com'],
    ['\u0431\u0430\u043d\u043a.\u0440\u0444', '\u0431\u0430\u043d\u043a[.]\u0440\u0444'],
    ['evil\uff0eexample', 'evil[.]example'],
    ['evil\u3002example', 'evil[.]example'],
    ['evil\u2024example', 'evil[.]example'],
    ['https\uff1a\uff0f\uff0fevil', 'https[:]\uff0f\uff0fevil'],
    ['ev\u200bil.\u2060exa\u00admple', 'evil[.]example'],
    ['javascript:alert(1)', 'javascript[:]alert(1)'],
    ['mailto:mallory@evil.example', 'mailto[:]mallory@evil[.]example'],
    ['tel:+4930123456', 'tel[:]+4930123456'],
    ['ftp://evil', 'ftp[:]//evil'],
    ['custom+scheme://evil', 'custom+scheme[:]//evil'],
    ['\\\\evil\\share', '[\\\\]evil\\share'],
    ['http:\\\\evil', 'http[:][\\\\]evil'],
    ['203.0.113.9/login', '203.0.113[.]9/login'],
    ['evil.example:8080', 'evil[.]example:8080'],
    ['EVIL.NET', 'EVIL[.]NET'],
    ['ASP.NET/login', 'ASP[.]NET/login'],
    ['ASP.NET.evil.com', 'ASP[.]NET.evil[.]com'],
    ['asp.net', 'asp[.]net'],
    ['x-ASP.NET', 'x-ASP[.]NET'],
    ['evil.sbs', 'evil[.]sbs'],
    ['Evil.Beauty', 'Evil[.]Beauty'],
    ['1.Com', '1[.]Com'],
    ['node.js.org', 'node.js[.]org'],
    ['evil.xn--p1ai', 'evil[.]xn--p1ai'],
    ['evil.\uff43\uff4f\uff4d', 'evil[.]\uff43\uff4f\uff4d'],
    ['www.evil', 'www[.]evil'],
    ['evil.unlisted/login', 'evil[.]unlisted/login'],
    ['مثال.شبكة', 'مثال[.]شبكة'],
    ['PayPal Security https://x.io', 'PayPal Security https[:]//x[.]io'],
  ])('%s', (typed, shown) => {
    expect(defang(typed)).toBe(shown);
    for (const sign of linked) expect(defang(typed)).not.toMatch(sign);
  });

  test.each([
    'Lease, 3rd edition (2026)',
    'Lease v1.2.3 of 01.02.2026',
    'lease.pdf',
    'Node.js contract',
    'Vue.js/React',
    '1.Nachtrag zum Mietvertrag',
    '2.Änderung',
    'ASP.NET and VB.NET',
    'Müller GmbH & Co.KG',
    'M.Müller/K.Müller',
    'St.Gallen/Kanton',
    'Mietvertrag.neu',
    'Договор.Иванов',
    'Dr.phil. Weiß',
    'vertrag_v2.entwurf.docx',
    'foo.bar2',
    'Offer (final).DOCX and plan.png.',
    'Dr. Smith e.V., z. B. heute.',
    'Re:Contract at 10:30',
    '请看合同。谢谢。',
    'עברית: חוזה',
    'a/b \\ c',
  ])('leaves text unchanged that is not an address: %s', (typed) => {
    expect(defang(typed)).toBe(typed);
  });

  test('removes the links from any input, and a second run changes nothing', () => {
    const piece = fc.constantFrom(
      ...['http', 'https', ':', '：', '//', '\\\\', '.', '．', '。', '\u200b', '\u200d', 'evil', 'пример'],
      ...[
        'example',
        'com',
        'www',
        '@',
        '/',
        '?',
        ' ',
        '\n',
        '1',
        '203.0.113.9',
        'pdf',
        'mailto',
        '[',
        ']',
        '-',
      ],
    );
    const typed = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(typed, (text) => {
        const once = defang(text);
        expect(defang(once)).toBe(once);
        expect(once).not.toMatch(/:\/\//);
        expect(once).not.toMatch(/\p{L}\.(?:com|example)(?![\p{L}\p{N}-])/u);
      }),
      { seed: 20261122, numRuns: 2000 },
    );
  });
});

test('a name may resemble a company’s web address but cannot be a complete one', () => {
  for (const name of ['Booking.com B.V.', 'Dr. A. Moreau', 'Ada (Harbour)', ''])
    expect(containsWebAddress(name)).toBe(false);
  for (const name of [
    'https://evil.example',
    'See www.evil.example',
    'evil.example/login',
    'ev\u200bil.example/x',
  ])
    expect(containsWebAddress(name)).toBe(true);
});
