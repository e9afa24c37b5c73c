import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToasts, dismissToast, showToast, toastDuration } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The numbers are those of specification §9. */
test('a toast is shown for five seconds, and only the newest one is shown', () => {
  expect(toastDuration).toBe(5000);
  showToast({ title: 'Saved' });
  showToast({ title: 'Sent' });
  expect(currentToasts().map(({ title }) => title)).toEqual(['Sent']);
});

test('a dismissed toast is removed 1,000,000 ms later', () => {
  showToast({ title: 'Saved' });
  dismissToast(currentToasts()[0]!.id);
  expect(currentToasts()).toMatchObject([{ title: 'Saved', open: false }]);
  vi.advanceTimersByTime(999_999);
  expect(currentToasts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(currentToasts()).toEqual([]);
});
