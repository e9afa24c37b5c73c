import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { entryPage, formPage } from './form-pages.ts';

const facts = {
  title: 'Berth lease',
  asksCode: false,
  link: 'abc',
  pages: [],
  people: [],
  questions: [],
  shown: '',
  address: 'office@harbour.example',
};

test.each([
  ['the form', formPage],
  ['the confirmation page', entryPage],
])('%s: the form warns about a sender whose name or domain may be misleading', (_what, page) => {
  const disguised = { ...facts, sender: 'Gr\u0430ce Lindqvist', address: 'office@xn--bcher-kva.example' };
  const html = renderToStaticMarkup(page('en', disguised));
  expect(html).toContain('mixes Latin and Cyrillic letters');
  expect(html).toContain('stands for special letters: bücher.example.');
  expect(renderToStaticMarkup(page('en', { ...facts, sender: 'Grace Lindqvist' }))).not.toContain('mixes');
});
