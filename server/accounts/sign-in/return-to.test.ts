import { expect, test } from 'vitest';
import { safeReturnTo } from './return-to.ts';

test.each([
  '/',
  '/documents',
  '/document/01a1f932-c6cd-715a-868d-b0c88e1d85d1',
  '/documents?status=sent&q=a%20b',
  '/billing#plans',
  '/invitation',
])('%s is an allowed page', (wanted) => {
  expect(safeReturnTo(wanted)).toBe(wanted);
});

test.each([
  '//elsewhere.example',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  '%2f%2felsewhere.example',
  '/%2f%2felsewhere.example',
  '/%5celsewhere.example',
  '/documents/..//elsewhere.example',
  '/.//elsewhere.example',
  'https://elsewhere.example/documents',
  'javascript:alert(1)',
  '/\telsewhere.example',
  '/documents\r\nSet-Cookie: sid=1',
  '/@elsewhere.example',
  '/api/logout',
  '/documents/../api/logout',
  '/oidc/session/end',
  '/sign/some-token',
  'documents',
  '',
])('%j is replaced with the home page', (wanted) => {
  expect(safeReturnTo(wanted)).toBe('/');
});
