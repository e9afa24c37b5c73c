import { describe, expect, test } from 'vitest';
import { shownPages } from './use-opened.ts';

describe('a page that could not be drawn', () => {
  test('the page counts as not shown until it is drawn', () => {
    const pages = shownPages();
    pages.painted(1);
    expect(pages.areAll()).toBe(true);
    pages.failed(2);
    pages.painted(3);
    expect(pages.areAll()).toBe(false);
    pages.painted(2);
    expect(pages.areAll()).toBe(true);
  });

  test('the page counts as read elsewhere once the file is downloaded', () => {
    const pages = shownPages();
    pages.failed(2);
    pages.downloaded();
    expect(pages.areAll()).toBe(true);
  });

  test('the page counts as seen if it was drawn before', () => {
    const pages = shownPages();
    pages.painted(1);
    pages.failed(1);
    expect(pages.areAll()).toBe(true);
  });
});

test('a file that did not open at first counts as shown with its first page', () => {
  const pages = shownPages();
  pages.failed(0);
  expect(pages.areAll()).toBe(false);
  pages.painted(1);
  expect(pages.areAll()).toBe(true);
});
