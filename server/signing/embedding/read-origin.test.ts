import { expect, test } from 'vitest';
import { readOrigin } from './read-origin.ts';

test.each([
  ['https://app.example.com', 'https://app.example.com'],
  [' https://App.Example.com:443/ ', 'https://app.example.com'],
  ['https://app.example.com:8443', 'https://app.example.com:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
])('accepts %s as an origin', (text, origin) => expect(readOrigin(text)).toBe(origin));

test.each([
  ...['http://app.example.com', 'https://*.example.com', 'https://*', '*', 'null', '', 'app.example.com'],
  ...[
    'https://app.example.com/path',
    'https://app.example.com?x',
    'https://a@example.com',
    'data:text/html,x',
  ],
  ...["https://a.example;script-src 'none'", 'https://a.example https://b.example', 'https://a_b.example'],
  ...['http://localhost.mallory.example', 'http://0.0.0.0:3000', 'https://[::1]'],
])('rejects %s', (text) => expect(readOrigin(text)).toMatchObject({ refused: 'embedding-origin-invalid' }));
