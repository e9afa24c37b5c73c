import { useState, type MouseEvent, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import type { Field, FieldType } from '#core/field/field.ts';
import { useTranslation } from '../../words.ts';
import type { Editor } from '../state/editor-state.ts';
import { focusField } from './focus-field.ts';
import { followPointer } from './follow-pointer.ts';
import { textsOnPage } from './size-beside.ts';
import { middleOf, newField, withQuestion } from './new-field.ts';
import { offSecondLine } from './off-second-line.ts';
import { pageUnderPointer, scrollAtEdge } from './page-under-pointer.ts';
import type { Guide } from './snap.ts';
import { moveField, snapReach } from './use-field-drag.ts';

/**
 * The preview of the field to be placed, either on a page or only under the pointer (CSS pixels of the
 * window).
 */
export type Ghost = {
  type: FieldType;
  /** Dragged from the palette, or hovering with a selected type. */
  by: 'drag' | 'hover';
  clientX: number;
  clientY: number;
  onPage: { field: Field; lines: Guide[] } | null;
};

export type Placing = ReturnType<typeof usePlacing>;

/** Places new fields in three ways: dragged from the palette, clicked onto a page, or by keyboard. */
export function usePlacing(editor: Editor, scale: number, scroller: RefObject<HTMLElement | null>) {
  const { layout, change, pages, activeRecipient, armed, arm, shownPage } = editor;
  const { t } = useTranslation();
  const [ghost, setGhost] = useState<Ghost | null>(null);
  const recipientId = activeRecipient?.id ?? null;

  const ghostAt = (
    type: FieldType,
    by: Ghost['by'],
    event: { clientX: number; clientY: number; altKey: boolean },
  ): Ghost => {
    const { clientX, clientY } = event;
    const over = pageUnderPointer(clientX, clientY);
    if (!over) return { type, by, clientX, clientY, onPage: null };
    const centre = { x: (clientX - over.left) / scale, y: (clientY - over.top) / scale };
    const wanted = newField(type, over.page, centre, recipientId);
    const { fields, lines } = moveField(wanted, layout.fields, pages, event.altKey ? 0 : snapReach / scale);
    return { type, by, clientX, clientY, onPage: { field: fields[0] ?? wanted, lines } };
  };
  const place = (wanted: Field) => {
    const size = pages[wanted.page - 1];
    const fitting = size ? offSecondLine(wanted, textsOnPage(wanted.page, size)) : wanted;
    const field = withQuestion(fitting, layout.fields, {
      question: t('kind.question'),
      option: t('kind.option'),
    });
    setGhost(null);
    arm(null);
    change({ kind: 'place', fields: [field] });
    focusField(field.id);
  };

  return {
    ghost: ghost?.by === 'hover' && ghost.type !== armed ? null : ghost,
    /** A field without a page position, shown under the pointer. */
    sample: (type: FieldType): Field => ({ ...newField(type, 0, { x: 0, y: 0 }, recipientId), x: 0, y: 0 }),
    /** Pressing a palette item starts a drag, or a click that selects the type. */
    pressPalette: (type: FieldType, event: ReactPointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      followPointer(event, {
        onMove: (at) => {
          scrollAtEdge(scroller.current, at.clientY);
          setGhost(ghostAt(type, 'drag', at));
        },
        onEnd: (at) => {
          const { onPage } = ghostAt(type, 'drag', at);
          swallowClick();
          if (onPage) place(onPage.field);
          else setGhost(null);
        },
        onCancel: () => setGhost(null),
      });
    },
    /**
     * A click selects the type. The keyboard has no position, so it places the field in the middle of the
     * page.
     */
    clickPalette: (type: FieldType, event: MouseEvent) => {
      if (event.detail > 0) return arm(armed === type ? null : type);
      const page = shownPage.now();
      const size = pages[page - 1];
      if (size) place(newField(type, page, middleOf(size), recipientId));
    },
    hoverPage: (event: ReactPointerEvent) => {
      if (armed && event.pointerType === 'mouse') setGhost(ghostAt(armed, 'hover', event));
    },
    leavePages: () => setGhost(null),
    clickPage: (event: MouseEvent) => {
      const onPage = armed && ghostAt(armed, 'hover', event).onPage;
      if (onPage) place(onPage.field);
    },
  };
}

/** Swallows the click event that follows a drag. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  window.setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
}
