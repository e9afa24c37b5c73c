import { describe, expect, test } from 'vitest';
import type { Field } from '#core/field/field.ts';
import { MAX_PROPERTY_LENGTH } from '#core/field/properties.ts';
import { copiesOf, initialsOnPages, newField, withQuestion } from './new-field.ts';

const words = { question: 'Question', option: 'Option' };
const grace = 'recipient-grace';

/** Places radio buttons one after another on the given pages, next to existing fields. */
const placed = (pages: readonly number[], before: readonly Field[] = []) =>
  pages.reduce<readonly Field[]>(
    (fields, page) => [
      ...fields,
      withQuestion(newField('radio', page, { x: 100, y: 100 }, grace), fields, words),
    ],
    before,
  );
const namesOf = (fields: readonly Field[]) =>
  fields.map(({ properties }) => `${properties?.group}: ${properties?.choice}`);

describe('a newly placed radio button', () => {
  test('joins the question on its page, or begins the next one', () => {
    expect(namesOf(placed([1, 1, 2]))).toEqual([
      'Question 1: Option 1',
      'Question 1: Option 2',
      'Question 2: Option 1',
    ]);
  });

  test('begins a separate question if the next number is taken because an earlier one was deleted', () => {
    const left = placed([1, 1, 2, 2]).filter(({ page }) => page === 2);
    expect(namesOf(placed([1], left)).at(-1)).toBe('Question 3: Option 1');
  });

  test('gets an unused option name if another button of the question was deleted', () => {
    const left = placed([1, 1, 1]).slice(1);
    expect(namesOf(placed([1], left))).toEqual([
      'Question 1: Option 2',
      'Question 1: Option 3',
      'Question 1: Option 4',
    ]);
  });
});

test('a repeatedly copied question keeps a name short enough to be saved', () => {
  let copies = placed([1, 1]);
  for (let times = 0; times < 15; times += 1) {
    copies = copiesOf(copies, 12);
    const groups = new Set(copies.map(({ properties }) => properties?.group));
    expect(groups.size).toBe(1);
    expect([...groups][0]?.length).toBeLessThanOrEqual(MAX_PROPERTY_LENGTH.group);
  }
});

test('initials are placed once per page at the same position, next to the initials of others', () => {
  const pages = [1, 2, 3].map(() => ({ width: 612, height: 792 }));
  const first = initialsOnPages([], pages, grace);
  expect(first.map(({ type, page, x, y, recipientId }) => [type, page, x, y, recipientId])).toEqual(
    [1, 2, 3].map((page) => ['initial', page, 518, 746, grace]),
  );
  const second = initialsOnPages(first, pages, 'recipient-linus');
  expect(second.map(({ page, x, y }) => [page, x, y])).toEqual([1, 2, 3].map((page) => [page, 442, 746]));
  expect(initialsOnPages(first.slice(1), pages, grace).map(({ page }) => page)).toEqual([1]);
  expect(initialsOnPages(first, pages, grace)).toEqual([]);
});
