import { describe, expect, test } from 'vitest';
import { shownPages } from './shown-pages.ts';

describe('a page that could not be drawn', () => {
  test('is not shown until it is drawn after all', () => {
    const pages = shownPages();
    pages.painted(1);
    expect(pages.areAll()).toBe(true);
    pages.failed(2);
    pages.painted(3);
    expect(pages.areAll()).toBe(false);
    pages.painted(2);
    expect(pages.areAll()).toBe(true);
  });

  test('is read elsewhere once the file is downloaded', () => {
    const pages = shownPages();
    pages.failed(2);
    pages.downloaded();
    expect(pages.areAll()).toBe(true);
  });

  test('but was drawn before, was seen', () => {
    const pages = shownPages();
    pages.painted(1);
    pages.failed(1);
    expect(pages.areAll()).toBe(true);
  });
});

test('a file that did not open at first is shown with its first page', () => {
  const pages = shownPages();
  pages.failed(0);
  expect(pages.areAll()).toBe(false);
  pages.painted(1);
  expect(pages.areAll()).toBe(true);
});
