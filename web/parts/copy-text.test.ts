import { afterEach, expect, test, vi } from 'vitest';
import { currentToasts } from '../kit/toast-store.ts';
import { copyText } from './copy-text.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a text that was copied is said to be', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await copyText('heron 7');
  expect(writeText).toHaveBeenCalledWith('heron 7');
  expect(currentToasts()[0]!.look).toBeUndefined();
});

test('over plain http there is no clipboard, and the page says so', async () => {
  vi.stubGlobal('navigator', {});
  await copyText('heron 7');
  expect(currentToasts()[0]).toMatchObject({ look: 'danger' });
});
