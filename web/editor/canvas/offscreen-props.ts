import { useMemo } from 'react';
import type { Field } from '#core/field/field.ts';
import type { Editor } from '../state/editor-state.ts';

type Shown = Pick<Editor, 'recipients' | 'gathering'> & {
  /** Fields by page number. */
  fields: ReadonlyMap<number, readonly Field[]>;
  selected: readonly string[];
};

/**
 * Returns everything that the layer of an off-screen page depends on. Typing into the label of one field
 * renders its page, not all pages.
 */
export function offscreenProps({ fields, selected, recipients, gathering }: Shown, page: number): unknown[] {
  const pageFields = fields.get(page) ?? [];
  return [recipients, gathering, ...pageFields, ...pageFields.map(({ id }) => selected.includes(id))];
}

/** Applies `offscreenProps` to the current state of the editor. */
export function useOffscreenProps(editor: Editor, fields: Shown['fields']): (page: number) => unknown[] {
  const { layout, recipients, gathering } = editor;
  const { selected } = layout;
  return useMemo(
    () => (page) => offscreenProps({ fields, selected, recipients, gathering }, page),
    [fields, selected, recipients, gathering],
  );
}
