import { expect, test } from 'vitest';
import { mailAddress, spellingOf } from './mail-address.ts';

test.each([
  ['ada@harbour.example', 'ada@harbour.example'],
  ['  ada@harbour.example ', 'ada@harbour.example'],
  ['Ada@Harbour.Example', 'Ada@Harbour.Example'],
  ['ada@müller.example', 'ada@xn--mller-kva.example'],
  ['ada@MÜLLER.example', 'ada@xn--mller-kva.example'],
  ['ada@mu\u0308ller.example', 'ada@xn--mller-kva.example'],
  ['ada@xn--mller-kva.example', 'ada@xn--mller-kva.example'],
  ['ada@straße.example', 'ada@xn--strae-oqa.example'],
  ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
  ['ada@उदाहरण.example', 'ada@xn--p1b6ci4b4b3a.example'],
  ['rene\u0301@quay.example', 'rené@quay.example'],
  ['RENÉ@quay.example', 'RENé@quay.example'],
])('%s becomes %s', (text, address) => {
  expect(mailAddress(text)).toBe(address);
  expect(mailAddress(address)).toBe(address);
  expect(spellingOf(text)).toBe(address);
});

test.each([
  [''],
  ['ada'],
  ['ada@'],
  ['ada@-quay.example'],
  ['ada..b@quay.example'],
  ['ada@quay.example.'],
  ['ada＠quay.example'],
  ['a\u200bda@quay.example'],
  ['ada@qu\u0308\ufe0fay.example'],
  ['ada@\u0308quay.example'],
  [`ada@${'ü'.repeat(60)}.example`],
  [`ada@${'q'.repeat(64)}.example`],
])('%s is refused', (text) => {
  expect(mailAddress(text)).toBeUndefined();
});
