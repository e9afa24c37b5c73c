import { useEffect, useRef } from 'react';
import type { FieldView } from '#contract/documents/documents.ts';
import type { Target } from './scroll-to-target.ts';
import type { NextStep } from './next-step.ts';

type Ways = {
  /** Opens the sheet for signature and initials. */
  openMarks: () => void;
  /** Opens the sheet of a field's type, or returns false if the type has no sheet. */
  openKind: (field: FieldView) => boolean;
  tick: (field: FieldView) => void;
  lead: (target: Target) => void;
};

/**
 * Performs the next step: opens its sheet, or ticks the box named on the button. When the signer completes a
 * sheet that was opened this way, the next step follows automatically. A box is never ticked automatically,
 * because that is an answer (L-01).
 */
export function useGuide(next: NextStep, sheetIsOpen: boolean, ways: Ways) {
  const leads = useRef(false);
  const isDone = useRef(false);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (sheetIsOpen) wasOpen.current = true;
    // Continues only after the sheet has closed, because closing restores the focus. Ignores a sheet that is
    // still opening.
    if (sheetIsOpen || !wasOpen.current) return;
    wasOpen.current = false;
    leads.current = leads.current && isDone.current && walk(next, ways, false);
    isDone.current = false;
  });
  return {
    go: () => {
      leads.current = walk(next, ways, true);
    },
    /**
     * Called when the signer completes the open sheet. Closing the sheet without completing it ends the
     * sequence.
     */
    goOn: () => {
      isDone.current = true;
    },
  };
}

/** Returns true if a sheet was opened. */
function walk(next: NextStep, { openMarks, openKind, tick, lead }: Ways, pressed: boolean): boolean {
  const target = targetOf(next);
  if (target === 'signature' || target === 'initial') {
    openMarks();
    return true;
  }
  if (target === 'sign') return false;
  lead(target);
  if (typeof target === 'string') return false;
  if (pressed && isAnsweredByNext(target)) tick(target);
  return openKind(target);
}

/**
 * Ticks only a single box with its own label, which the button can name. If there are several boxes, the
 * signer chooses. A box without a label is first shown next to the text it belongs to.
 */
export function isAnsweredByNext({ type, label, properties }: FieldView): boolean {
  return type === 'checkbox' && properties?.group === undefined && label.trim() !== '';
}

function targetOf(next: NextStep): FieldView | 'signature' | 'initial' | 'consent' | 'sign' {
  if (next.kind !== 'field') return next.kind;
  const { type } = next.field;
  return type === 'signature' || type === 'initial' ? type : next.field;
}
