import { useEffect, useEffectEvent, useRef } from 'react';
import type { Field } from '#core/field/field.ts';
import { withOwnerGone } from '#core/field/owner-gone.ts';
import { letterOf } from '../../kit/letter-of.ts';
import type { Editor } from '../state/editor-state.ts';
import { focusField } from './focus-field.ts';
import { inReadingOrder } from '../state/layout.ts';
import { copiesForPages, copiesOf, freeQuestionName } from './new-field.ts';

/** Offset of a copy from its original in points. */
const copyOffset = 12;

/** Undo, redo, copy, paste, duplicate, delete, nudge and resize by keyboard, anywhere in the editor. */
export function useEditorKeys(editor: Editor): void {
  const copied = useRef<readonly Field[]>([]);
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isElsewhere(event.target)) return;
    if (actOnKey(event, editor, copied)) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', act);
    return () => window.removeEventListener('keydown', act);
  }, []);
}

/** Handles a key. Returns false if it has no function here. */
export function actOnKey(
  event: KeyboardEvent,
  editor: Editor,
  copied: { current: readonly Field[] },
): boolean {
  const command = event.ctrlKey || event.metaKey;
  return command ? withCommand(event, editor, copied) : withoutCommand(event, editor);
}

/** Removes fields and moves the focus to an adjacent one, so that it is not lost. */
export function removeFields(editor: Pick<Editor, 'layout' | 'change'>, ids: readonly string[]): void {
  const ordered = inReadingOrder(editor.layout.fields);
  const at = ordered.findIndex(({ id }) => ids.includes(id));
  const next = [...ordered.slice(at), ...ordered.slice(0, at).reverse()].find(({ id }) => !ids.includes(id));
  editor.change({ kind: 'remove', ids });
  if (next) focusField(next.id);
  else document.querySelector<HTMLElement>('[data-palette="signature"]')?.focus();
}

/** Typing into a form or a dialog must not move fields. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]',
    ) !== null
  );
}

function withCommand(event: KeyboardEvent, editor: Editor, copied: { current: readonly Field[] }): boolean {
  const { layout, change, shownPage } = editor;
  const chosen = layout.fields.filter(({ id }) => layout.selected.includes(id));
  switch (letterOf(event)) {
    case 'z':
      if (event.shiftKey) editor.redo();
      else editor.undo();
      return true;
    case 'y':
      editor.redo();
      return true;
    case 'a':
      change({
        kind: 'select',
        ids: layout.fields.filter(({ page }) => page === shownPage.now()).map(({ id }) => id),
      });
      return true;
    case 'c':
      if (chosen.length === 0 || window.getSelection()?.isCollapsed === false) return false;
      copied.current = chosen;
      return true;
    case 'v':
      if (copied.current.length === 0) return false;
      placeCopies(editor, copied.current);
      return true;
    case ' ':
      return gatherFocused(editor, event.target);
    case 'd':
      placeCopies(editor, chosen);
      return true;
    default:
      return false;
  }
}

/** Returns the selection with the field added or removed. */
export function toggled(selected: readonly string[], id: string): string[] {
  const others = selected.filter((one) => one !== id);
  return others.length < selected.length ? others : [...others, id];
}

/** Pressing Space on a field starts multi-select mode, in which Space adds and removes fields. */
function gatherFocused({ layout, change, gathering, gather }: Editor, target: EventTarget | null): boolean {
  const id = target instanceof Element && target.closest('[role="button"]')?.parentElement?.dataset['field'];
  if (!id) return false;
  if (gathering || !layout.selected.includes(id))
    change({ kind: 'select', ids: toggled(layout.selected, id) });
  gather(true);
  return true;
}

/** Copies the fields to every other page, at the same position. */
export function copyToEveryPage(
  { change, pages }: Pick<Editor, 'change' | 'pages'>,
  fields: readonly Field[],
): void {
  change({ kind: 'place', fields: copiesForPages(fields, pages.length) });
}

/** A copy pasted on another page has the same position there as the original. */
export function placeCopies(
  { change, shownPage, recipients }: Pick<Editor, 'change' | 'shownPage' | 'recipients'>,
  fields: readonly Field[],
): void {
  if (fields.length === 0) return;
  const shown = shownPage.now();
  const samePage = fields.every(({ page }) => page === shown);
  const copies = copiesOf(ownedBy(recipients, fields), samePage ? copyOffset : 0, shown);
  change({ kind: 'place', fields: copies });
  if (copies[0]) focusField(copies[0].id);
}

/** Adds another place for the question of a field. A field without a name gets one. */
export function repeatQuestion(
  editor: Pick<Editor, 'change' | 'shownPage' | 'recipients' | 'layout'>,
  field: Field,
  word: string,
): void {
  const name = field.properties?.name ?? freeQuestionName(field, editor.layout.fields, word);
  editor.change({ kind: 'set-properties', ids: [field.id], properties: { name } });
  placeCopies(editor, [{ ...field, properties: { ...field.properties, name } }]);
}

/**
 * Fields of a recipient who was removed after the copy become unassigned, because the server refuses a layout
 * with unknown owners.
 */
export function ownedBy(recipients: readonly { id: string }[], fields: readonly Field[]): Field[] {
  const known = new Set(recipients.map(({ id }) => id));
  return fields.map((field) =>
    field.recipientId === null || known.has(field.recipientId)
      ? field
      : { ...field, recipientId: null, properties: withOwnerGone(field.properties) },
  );
}

const directions: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function withoutCommand(event: KeyboardEvent, editor: Editor): boolean {
  const { layout, change, armed, arm, gathering, gather } = editor;
  if (event.key === 'Escape') {
    if (armed) arm(null);
    else if (gathering) gather(false);
    else if (layout.selected.length > 0) change({ kind: 'select', ids: [] });
    else return false;
    return true;
  }
  if (event.key === ' ') return gatherFocused(editor, event.target);
  if (!isOnPaper(event.target as Element) || layout.selected.length === 0) return false;
  if (event.key === 'Delete' || event.key === 'Backspace') {
    removeFields(editor, layout.selected);
    return true;
  }
  const direction = directions[event.key];
  if (!direction) return false;
  const pace = event.shiftKey ? 10 : 1;
  nudge(editor, direction[0] * pace, direction[1] * pace, event.altKey);
  return true;
}

/** The target is a field or the page area, because clicking a page focuses its scroller. */
function isOnPaper(target: Element): boolean {
  return target.tagName === 'BODY' || target.tagName === 'MAIN' || target.closest('[data-field]') !== null;
}

function nudge({ layout, change }: Editor, x: number, y: number, resize: boolean): void {
  const chosen = layout.fields.filter(({ id }) => layout.selected.includes(id));
  const boxes = chosen.map((field) =>
    resize
      ? { ...field, width: field.width + x, height: field.height + y }
      : { ...field, x: field.x + x, y: field.y + y },
  );
  change({ kind: 'put', boxes, run: `${resize ? 'resize' : 'nudge'} ${layout.selected.join(' ')}` });
}
