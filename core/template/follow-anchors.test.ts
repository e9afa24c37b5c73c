import { expect, test } from 'vitest';
import { fieldsOfNewAnchors, followAnchors } from './follow-anchors.ts';

const line = (page: number, y: number, text: string) => ({ page, x: 72, y, width: 80, height: 12, text });
const on = (page: number, y: number, name: string) => ({
  ...{ page, x: 72, y: y + 6 - 24, width: 190, height: 48, name },
});
const placesOf = (fields: ReturnType<typeof on>[]) => fields.map(({ name, page, y }) => [name, page, y]);

test('a field moves with the nearest anchor that it covers', () => {
  const before = [line(1, 100, 'date:1'), line(1, 114, 'signature:1'), line(1, 128, 'signature:2')];
  const fields = [on(1, 114, 'first'), on(1, 128, 'second')];
  const after = [line(2, 300, 'date:1'), line(2, 314, 'signature:1'), line(3, 50, 'signature:2')];
  expect(placesOf(followAnchors(fields, before, after, 'keep'))).toEqual([
    ['first', 2, 296],
    ['second', 3, 32],
  ]);
});

test('the second of two anchors with equal text corresponds to the second one in the new file', () => {
  const before = [line(1, 100, 'initial:1'), line(2, 100, 'initial:1')];
  const after = [line(1, 200, 'initial:1'), line(4, 100, 'initial:1')];
  expect(placesOf(followAnchors([on(2, 100, 'second')], before, after, 'keep'))).toEqual([['second', 4, 82]]);
});

test('fields without an anchor keep their position, and fields of a missing anchor keep it or are removed', () => {
  const before = [line(1, 100, 'signature:1')];
  const fields = [on(1, 100, 'gone'), on(1, 400, 'kept')];
  expect(placesOf(followAnchors(fields, before, [], 'leave-out'))).toEqual([['kept', 1, 382]]);
  expect(placesOf(followAnchors(fields, before, [], 'keep'))).toEqual([
    ['gone', 1, 82],
    ['kept', 1, 382],
  ]);
});

test('fields of anchors that the previous file did not have are new', () => {
  const before = [line(1, 100, 'initial:1')];
  const after = [line(1, 200, 'initial:1'), line(2, 200, 'initial:1'), line(2, 400, 'date:1')];
  const anchored = [on(1, 200, 'known'), on(2, 200, 'second'), on(2, 400, 'date')];
  expect(fieldsOfNewAnchors(anchored, before, after).map(({ name }) => name)).toEqual(['second', 'date']);
});
