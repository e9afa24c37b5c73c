import { expect, test, vi } from 'vitest';
import type { Field } from '#core/field/field.ts';
import type { Editor } from '../state/editor-state.ts';
import { newLayout } from '../state/layout.ts';
import { actOnKey, ownedBy } from './use-editor-keys.ts';

const field = (recipientId: string | null): Field => ({
  id: 'a',
  type: 'text',
  page: 1,
  x: 72,
  y: 450,
  width: 190,
  height: 26,
  recipientId,
  required: true,
  label: '',
});

/** An editor whose only field is selected, and the actions it received. */
function editing() {
  const [change, undo, redo] = [vi.fn(), vi.fn(), vi.fn()];
  const layout = { ...newLayout([field(null)]), selected: ['a'] };
  const editor = { layout, change, undo, redo } as unknown as Editor;
  return { editor, change, undo, redo };
}

const press = (editor: Editor, keys: Partial<KeyboardEvent>) =>
  actOnKey(keys as KeyboardEvent, editor, { current: [] });

test.each([
  ['on the page area, which a mouse press focuses', 'MAIN', null, true],
  ['nowhere', 'BODY', null, true],
  ['on a field', 'BUTTON', {}, true],
  ['on a button of the panel', 'BUTTON', null, false],
])('an arrow key moves the selection while the focus is %s: %s', (_where, tagName, inField, moves) => {
  const { editor, change } = editing();
  const target = { tagName, closest: () => inField } as unknown as EventTarget;
  expect(press(editor, { key: 'ArrowRight', target })).toBe(moves);
  expect(change).toHaveBeenCalledTimes(moves ? 1 : 0);
});

test('without a selection the arrow keys scroll the pages', () => {
  const { editor } = editing();
  const target = { tagName: 'MAIN', closest: () => null } as unknown as EventTarget;
  const none = { ...editor, layout: newLayout([field(null)]) };
  expect(press(none, { key: 'ArrowDown', target })).toBe(false);
});

test('Ctrl+Z and Ctrl+Y work with an Arabic keyboard layout', () => {
  const { editor, undo, redo } = editing();
  expect(press(editor, { ctrlKey: true, key: 'ئ', code: 'KeyZ' })).toBe(true);
  expect(undo).toHaveBeenCalledOnce();
  expect(press(editor, { ctrlKey: true, key: 'غ', code: 'KeyY' })).toBe(true);
  expect(redo).toHaveBeenCalledOnce();
});

test('a copied field becomes unassigned when pasted after its recipient was removed', () => {
  const owners = (of: Field[]) => of.map(({ recipientId }) => recipientId);
  const copied = [field('grace'), field('linus'), field(null)];
  expect(owners(ownedBy([{ id: 'grace' }], copied))).toEqual(['grace', null, null]);
});
