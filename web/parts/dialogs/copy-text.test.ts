import { afterEach, expect, test, vi } from 'vitest';
import { currentToasts } from '../../kit/toast-store.ts';
import { copyText } from './copy-text.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('reports that a text was copied', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await copyText('heron 7');
  expect(writeText).toHaveBeenCalledWith('heron 7');
  expect(currentToasts()[0]!.look).toBeUndefined();
});

test('reports that there is no clipboard over plain HTTP', async () => {
  vi.stubGlobal('navigator', {});
  await copyText('heron 7');
  expect(currentToasts()[0]).toMatchObject({ look: 'danger' });
});
