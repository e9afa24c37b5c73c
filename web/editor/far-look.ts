import { useMemo } from 'react';
import type { Field } from '#core/field/field.ts';
import type { Editor } from './editor-state.ts';

type Shown = Pick<Editor, 'recipients' | 'gathering'> & {
  /** By page. */
  fields: ReadonlyMap<number, readonly Field[]>;
  /** Ids. */
  selected: readonly string[];
};

/**
 * All that the layer of a page shows while the page is far from the view: a letter typed into the label of one field
 * draws its page anew and not all.
 */
export function farLook({ fields, selected, recipients, gathering }: Shown, page: number): unknown[] {
  const there = fields.get(page) ?? [];
  return [recipients, gathering, ...there, ...there.map(({ id }) => selected.includes(id))];
}

/** `farLook` of what the editor shows now. */
export function useFarLook(editor: Editor, fields: Shown['fields']): (page: number) => unknown[] {
  const { layout, recipients, gathering } = editor;
  const { selected } = layout;
  return useMemo(
    () => (page) => farLook({ fields, selected, recipients, gathering }, page),
    [fields, selected, recipients, gathering],
  );
}
