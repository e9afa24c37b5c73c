import { describe, expect, test } from 'vitest';
import type { RecipientView } from '#contract/documents/documents.ts';
import type { Field } from '#core/field/field.ts';
import { changeLayout, inReadingOrder, newLayout, type Action, type Layout } from './layout.ts';

const pages = [
  { width: 612, height: 792 },
  { width: 400, height: 300 },
];
const grace = 'recipient-grace';

const signature: Field = {
  id: 'a',
  type: 'signature',
  page: 1,
  x: 72,
  y: 450,
  width: 190,
  height: 48,
  recipientId: grace,
  required: true,
  label: '',
};

const act = (layout: Layout, ...actions: Action[]) =>
  actions.reduce((at, action) => changeLayout(at, action, pages), layout);
const only = (layout: Layout) => layout.fields[0]!;

describe('placing', () => {
  test('selects the new field', () => {
    expect(act(newLayout([]), { kind: 'place', fields: [signature] }).selected).toEqual(['a']);
  });
  test('keeps the field on its page', () => {
    const dropped = act(newLayout([]), { kind: 'place', fields: [{ ...signature, x: 600, y: -30 }] });
    expect(only(dropped)).toMatchObject({ x: 422, y: 0, width: 190, height: 48 });
  });
  test("shrinks a field to its page and its type's maximum, but not below the tappable minimum", () => {
    const text: Field = { ...signature, type: 'text', page: 2, width: 900 };
    expect(only(act(newLayout([]), { kind: 'place', fields: [text] }))).toMatchObject({ x: 0, width: 400 });
    const wide = act(newLayout([]), { kind: 'place', fields: [{ ...signature, width: 900, height: 400 }] });
    expect(only(wide)).toMatchObject({ width: 300, height: 100 });
    const tiny = { width: 1, height: 1 };
    const tick = act(newLayout([]), { kind: 'place', fields: [{ ...signature, ...tiny, type: 'checkbox' }] });
    expect(only(tick)).toMatchObject({ width: 8, height: 8 });
    // A field for a typed name must be large enough for the name.
    const name = act(newLayout([]), { kind: 'place', fields: [{ ...signature, ...tiny }] });
    expect(only(name)).toMatchObject({ width: 44, height: 12 });
  });
  test('ignores pages beyond the last', () => {
    expect(only(act(newLayout([]), { kind: 'place', fields: [{ ...signature, page: 9 }] })).page).toBe(2);
  });
});

describe('undo and redo', () => {
  const moved: Action = { kind: 'put', boxes: [{ ...signature, x: 100 }] };
  test('a move can be undone and redone', () => {
    const after = act(newLayout([signature]), moved);
    expect(only(after).x).toBe(100);
    const back = act(after, { kind: 'undo' });
    expect(only(back).x).toBe(72);
    expect(only(act(back, { kind: 'redo' })).x).toBe(100);
  });
  test('several nudges in a row are one undo step', () => {
    const nudge = (x: number): Action => ({ kind: 'put', boxes: [{ ...signature, x }], run: 'nudge a' });
    const after = act(newLayout([signature]), nudge(73), nudge(74), nudge(75), { kind: 'undo' });
    expect(only(after).x).toBe(72);
  });
  test('selecting a field ends the run of nudges', () => {
    const nudge = (x: number): Action => ({ kind: 'put', boxes: [{ ...signature, x }], run: 'nudge a' });
    const after = act(newLayout([signature]), nudge(73), { kind: 'select', ids: ['a'] }, nudge(74));
    expect(only(act(after, { kind: 'undo' })).x).toBe(73);
  });
  test('undo restores a removed field, and another change discards the redo steps', () => {
    const removed = act(newLayout([signature]), { kind: 'remove', ids: ['a'] });
    expect(removed.fields).toEqual([]);
    const back = act(removed, { kind: 'undo' });
    expect(back.fields).toEqual([signature]);
    expect(act(back, moved).future).toEqual([]);
  });
  test('undo without earlier steps does nothing', () => {
    const layout = newLayout([signature]);
    expect(act(layout, { kind: 'undo' })).toBe(layout);
    expect(act(layout, { kind: 'redo' })).toBe(layout);
    expect(act(layout, { kind: 'remove', ids: ['unknown'] })).toBe(layout);
  });
});

describe('removing a recipient', () => {
  const person = (id: string) => ({ id, email: 'grace@harbour.example' }) as RecipientView;
  const before = { kind: 'recipients' as const, recipients: [person(grace)] };
  const after = { kind: 'recipients' as const, recipients: [] };
  const removed = act(
    newLayout([{ ...signature, recipientId: null }]),
    { kind: 'assign', ids: ['a'], recipientId: grace },
    { kind: 'remember', beside: before },
    { kind: 'forget-recipient', recipientId: grace },
  );
  test('leaves their fields unassigned', () => {
    expect(only(removed).recipientId).toBeNull();
  });
  test('anchor-placed fields of a removed recipient remain unassigned when another recipient becomes first', () => {
    const placed = newLayout([{ ...signature, properties: { party: 1 } }]);
    const linus = { id: 'linus', role: 'signer', turn: 1 } as const;
    const after = act(
      placed,
      { kind: 'forget-recipient', recipientId: grace },
      { kind: 'assign-parties', recipients: [linus] },
    );
    expect(only(after).recipientId).toBeNull();
    const assigned = act(after, { kind: 'assign', ids: ['a'], recipientId: 'linus' });
    expect(only(assigned)).toEqual({ ...signature, recipientId: 'linus', properties: {} });
  });
  test('can be undone with the fields, and the new id from the server replaces the old one in the whole history', () => {
    const back = act(removed, { kind: 'undo', now: after, ids: new Map([[grace, 'grace-again']]) });
    expect(only(back).recipientId).toBe('grace-again');
    const start = act(back, { kind: 'undo' });
    expect(only(start).recipientId).toBeNull();
    const forth = act(start, { kind: 'redo' });
    expect(only(forth).recipientId).toBe('grace-again');
    expect(forth.future[0]?.beside).toEqual(after);
    const redone = act(forth, {
      kind: 'redo',
      now: { kind: 'recipients', recipients: [person('grace-again')] },
    });
    expect(only(redone).recipientId).toBeNull();
    expect(redone.past.at(-1)?.beside).toEqual({ kind: 'recipients', recipients: [person('grace-again')] });
    expect(redone.future).toEqual([]);
  });
});

describe('undoing an earlier step after later ones', () => {
  const placed: Action = { kind: 'place', fields: [{ ...signature, id: 'b' }] };
  const ids = ({ fields }: Layout) => fields.map(({ id }) => id);
  const title = (words: string) => ({ kind: 'title' as const, title: words });

  test('reverts only the title, and not the field that Ada placed in the meantime', () => {
    const renamed = act(newLayout([signature]), { kind: 'remember', beside: title('Lease') });
    const moment = renamed.past.at(-1)!;
    const back = act(renamed, placed, { kind: 'undo', moment, now: title('Crane lease') });
    expect(ids(back)).toEqual(['a', 'b']);
    expect(ids(act(back, { kind: 'redo' }))).toEqual(['a', 'b']);
    expect(ids(act(back, { kind: 'undo' }))).toEqual(['a']);
    expect(back.past.map(({ beside }) => beside)).toEqual([null]);
    expect(back.future.map(({ beside }) => beside)).toEqual([title('Crane lease')]);
  });

  test('works for redo as well, and the redo can be undone again', () => {
    const back = act(
      newLayout([signature]),
      { kind: 'remember', beside: title('Lease') },
      { kind: 'undo', now: title('Crane lease') },
    );
    const forth = act(back, placed, { kind: 'redo', moment: back.future[0]!, now: title('Lease') });
    expect(ids(forth)).toEqual(['a', 'b']);
    expect(forth.past.map(({ beside }) => beside)).toEqual([null, title('Lease')]);
  });

  test('a field placed in the meantime for a recipient who is removed by the step becomes unassigned', () => {
    const people = (...some: string[]) => ({
      kind: 'recipients' as const,
      recipients: some.map((id) => ({ id }) as RecipientView),
    });
    const added = act(newLayout([]), { kind: 'remember', beside: people('linus') });
    const back = act(
      added,
      { kind: 'place', fields: [signature, { ...signature, id: 'b', recipientId: 'linus' }] },
      { kind: 'undo', moment: added.past.at(-1)!, now: people('linus', grace) },
    );
    expect(back.fields.map(({ recipientId }) => recipientId)).toEqual([null, 'linus']);
  });
});

test('reading order is by page, then down, then across', () => {
  const at = (id: string, page: number, y: number, x: number) => ({ ...signature, id, page, y, x });
  const order = inReadingOrder([at('d', 2, 0, 0), at('c', 1, 50, 9), at('b', 1, 50, 1), at('a', 1, 2, 70)]);
  expect(order.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});
