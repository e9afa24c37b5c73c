import { describe, expect, test } from 'vitest';
import type { Field } from '#core/field/field.ts';
import { longestProperty } from '#core/field/properties.ts';
import { copiesOf, newField, withQuestion } from './new-field.ts';

const words = { question: 'Question', option: 'Option' };
const grace = 'recipient-grace';

/** Places radio buttons one after the other, each on the given page, beside those that are there. */
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

describe('a radio button that is placed', () => {
  test('joins the question of its page, or begins the next one', () => {
    expect(namesOf(placed([1, 1, 2]))).toEqual([
      'Question 1: Option 1',
      'Question 1: Option 2',
      'Question 2: Option 1',
    ]);
  });

  test('begins a question of its own where another has the number, since one was deleted', () => {
    const left = placed([1, 1, 2, 2]).filter(({ page }) => page === 2);
    expect(namesOf(placed([1], left)).at(-1)).toBe('Question 3: Option 1');
  });

  test('stands for something of its own where a button of its question was deleted', () => {
    const left = placed([1, 1, 1]).slice(1);
    expect(namesOf(placed([1], left))).toEqual([
      'Question 1: Option 2',
      'Question 1: Option 3',
      'Question 1: Option 4',
    ]);
  });
});

test('a question that is copied again and again keeps a name that can be saved', () => {
  let copies = placed([1, 1]);
  for (let times = 0; times < 15; times += 1) {
    copies = copiesOf(copies, 12);
    const groups = new Set(copies.map(({ properties }) => properties?.group));
    expect(groups.size).toBe(1);
    expect([...groups][0]?.length).toBeLessThanOrEqual(longestProperty.group);
  }
});
