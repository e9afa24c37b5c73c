import { expect, test } from 'vitest';
import { requestAppLanguage, requestLanguage } from './request-language.ts';

test('an explicit choice takes precedence over the browser’s language, and English is the fallback', () => {
  expect(requestLanguage({ cookie: 'session=x; language=ar', 'accept-language': 'de' })).toBe('ar');
  expect(requestLanguage({ cookie: 'language=zz', 'accept-language': 'de-CH,de;q=0.9' })).toBe('de');
  expect(requestLanguage({ cookie: 'mylanguage=fr' })).toBe('en');
  expect(requestAppLanguage({ 'accept-language': 'it, de;q=0.8' })).toBe('de');
});
