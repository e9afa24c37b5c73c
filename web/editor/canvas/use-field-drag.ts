import { useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import type { PageSize } from '#contract/documents/documents.ts';
import type { Field } from '#core/field/field.ts';
import type { FieldBox } from '#core/field/layout/geometry.ts';
import type { Corner } from '../../parts/field/field-box.tsx';
import type { Editor } from '../state/editor-state.ts';
import { focusField } from './focus-field.ts';
import { followPointer } from './follow-pointer.ts';
import { changeLayout, newLayout } from '../state/layout.ts';
import { pageUnderPointer, scrollAtEdge } from './page-under-pointer.ts';
import { snapMove, snapResize, stretch, type Guide } from './snap.ts';

/** The preview of a drag: boxes by field id, and the snap lines in effect. */
export type DragPreview = { boxes: ReadonlyMap<string, FieldBox>; guides: { page: number; lines: Guide[] } };

/** Snap distance in CSS pixels, so that it feels the same at every zoom. */
export const snapReach = 6;

/** Moves and resizes with the pointer. One drag is one undo step. */
export function useFieldDrag(
  { layout, change, pages }: Editor,
  scale: number,
  scroller: RefObject<HTMLElement | null>,
) {
  const [preview, setPreview] = useState<DragPreview | null>(null);
  const show = (fields: readonly Field[], page: number, lines: Guide[]) =>
    setPreview({ boxes: new Map(fields.map((field) => [field.id, field])), guides: { page, lines } });
  const track = (
    start: ReactPointerEvent,
    at: (event: PointerEvent) => { fields: readonly Field[]; page: number; lines: Guide[] },
  ) => {
    let last: readonly Field[] = [];
    followPointer(start, {
      onMove: (event) => {
        scrollAtEdge(scroller.current, event.clientY);
        const { fields, page, lines } = at(event);
        last = fields;
        show(fields, page, lines);
      },
      onEnd: () => {
        setPreview(null);
        if (last.length > 0) change({ kind: 'put', boxes: last });
        // On another page the field has a different element, which must get the focus.
        if (last.length === 1 && last[0]) focusField(last[0].id);
      },
      onCancel: () => setPreview(null),
    });
  };
  const startMove = (field: Field, event: ReactPointerEvent<HTMLElement>) => {
    const group = layout.fields.filter(({ id }) => layout.selected.includes(id));
    if (group.length > 1 && group.some(({ id }) => id === field.id)) {
      return track(event, (at) =>
        moveTogether(
          group,
          pages,
          (at.clientX - event.clientX) / scale,
          (at.clientY - event.clientY) / scale,
        ),
      );
    }
    const bounds = event.currentTarget.getBoundingClientRect();
    const grip = { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
    let over = pageUnderPointer(event.clientX, event.clientY);
    track(event, (at) => {
      over = pageUnderPointer(at.clientX, at.clientY) ?? over;
      const place = over && currentPlace(over.element);
      const page = over?.page ?? field.page;
      const x = (at.clientX - grip.x - (place?.left ?? 0)) / scale;
      const y = (at.clientY - grip.y - (place?.top ?? 0)) / scale;
      return moveField({ ...field, page, x, y }, layout.fields, pages, at.altKey ? 0 : snapReach / scale);
    });
  };
  const startResize = (field: Field, corner: Corner, event: ReactPointerEvent<HTMLElement>) =>
    track(event, (at) => {
      const pulled = stretch(
        field,
        corner,
        (at.clientX - event.clientX) / scale,
        (at.clientY - event.clientY) / scale,
      );
      const size = pages[field.page - 1];
      if (!size) return { fields: [pulled], page: field.page, lines: [] };
      const others = neighbours(layout.fields, field);
      const { box, guides } = snapResize(pulled, corner, others, size, at.altKey ? 0 : snapReach / scale);
      return { fields: [cropToPage(box, size)], page: field.page, lines: guides };
    });
  return { preview, startMove, startResize };
}

/** Returns the position of a single moved field: inside its page, snapped to a nearby line. */
export function moveField(field: Field, all: readonly Field[], pages: readonly PageSize[], reach: number) {
  const size = pages[field.page - 1];
  if (!size) return { fields: [field], page: field.page, lines: [] };
  const kept = keep(field, pages);
  const { box, guides } = snapMove(kept, neighbours(all, field), size, reach);
  return { fields: [keep(box, pages)], page: field.page, lines: guides };
}

/** Several fields keep their distances to each other, so none of them may leave its page. */
function moveTogether(group: readonly Field[], pages: readonly PageSize[], byX: number, byY: number) {
  let [x, y] = [byX, byY];
  for (const field of group) {
    const size = pages[field.page - 1];
    if (!size) continue;
    x = Math.min(Math.max(x, -field.x), size.width - field.width - field.x);
    y = Math.min(Math.max(y, -field.y), size.height - field.height - field.y);
  }
  const fields = group.map((field) => ({ ...field, x: field.x + x, y: field.y + y }));
  return { fields, page: 0, lines: [] };
}

function neighbours(all: readonly Field[], field: Field): Field[] {
  return all.filter(({ id, page }) => id !== field.id && page === field.page);
}

function keep(field: Field, pages: readonly PageSize[]): Field {
  return changeLayout(newLayout([]), { kind: 'place', fields: [field] }, pages).fields[0] ?? field;
}

function cropToPage(field: Field, size: PageSize): Field {
  const x = Math.max(0, field.x);
  const y = Math.max(0, field.y);
  return {
    ...field,
    x,
    y,
    width: Math.min(size.width, field.x + field.width) - x,
    height: Math.min(size.height, field.y + field.height) - y,
  };
}

function currentPlace(element: HTMLElement): { left: number; top: number } {
  return element.getBoundingClientRect();
}
