import { describe, expect, test } from 'vitest';
import { shownPages } from './use-opened.ts';

describe('a page that could not be drawn', () => {
  test('counts as not shown until it is drawn', () => {
    const pages = shownPages();
    pages.painted(1);
    expect(pages.areAll()).toBe(true);
    pages.failed(2);
    pages.painted(3);
    expect(pages.areAll()).toBe(false);
    pages.painted(2);
    expect(pages.areAll()).toBe(true);
  });

  test('counts as read elsewhere once the file is downloaded', () => {
    const pages = shownPages();
    pages.failed(2);
    pages.downloaded();
    expect(pages.areAll()).toBe(true);
  });

  test('counts as seen if it was drawn before', () => {
    const pages = shownPages();
    pages.painted(1);
    pages.failed(1);
    expect(pages.areAll()).toBe(true);
  });
});

test('counts as shown with the first page, if the file did not open at first', () => {
  const pages = shownPages();
  pages.failed(0);
  expect(pages.areAll()).toBe(false);
  pages.painted(1);
  expect(pages.areAll()).toBe(true);
});
