import { expect, test } from 'vitest';
import { readReturnUrl } from './return-url-store.ts';

const allowed = ['https://app.example.com', 'http://localhost:4000'];
const codeOf = (text: string) => {
  const read = readReturnUrl(text, allowed);
  return typeof read === 'string' ? read : read.refused;
};

test.each([
  [' https://APP.example.com/thanks?order=7#top ', 'https://app.example.com/thanks?order=7#top'],
  ['', ''],
  ['http://app.example.com/', 'return-url-invalid'],
  ['http://localhost:4000/', 'return-url-invalid'],
  ['javascript:alert(1)', 'return-url-invalid'],
  ['data:text/html,x', 'return-url-invalid'],
  ['//app.example.com/', 'return-url-invalid'],
  ['https://app.example.com@evil.example/', 'return-url-invalid'],
  ['https://user:pass@app.example.com/', 'return-url-invalid'],
  [`https://app.example.com/${'a'.repeat(2000)}`, 'return-url-invalid'],
  ['https://app.example.com.evil.example/', 'return-url-not-allowed'],
  ['https://app.example.com:8443/', 'return-url-not-allowed'],
  ['https://evil.example/?https://app.example.com/', 'return-url-not-allowed'],
])('reads %s', (text, expected) => {
  expect(codeOf(text)).toBe(expected);
});
