import { useEffect, useRef } from 'react';
import type { FieldView } from '#contract/documents.ts';
import type { Target } from './lead-to.ts';
import type { NextStep } from './next-step.ts';

type Ways = {
  /** The sheet in which signature and initials are made. */
  openMarks: () => void;
  /** The sheet of a field's kind; false when it has none. */
  openKind: (field: FieldView) => boolean;
  tick: (field: FieldView) => void;
  lead: (target: Target) => void;
};

/**
 * 'Next' acts: it opens the sheet of what comes next, or ticks the box that its words name. A sheet that was opened by
 * it and is done leads on by itself; it never ticks by itself, for that is an answer (L-01).
 */
export function useGuide(next: NextStep, sheetIsOpen: boolean, ways: Ways) {
  const leads = useRef(false);
  const isDone = useRef(false);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (sheetIsOpen) wasOpen.current = true;
    // Only once the sheet is gone, for closing gives the focus back to where it was; one that is still on its way is not.
    if (sheetIsOpen || !wasOpen.current) return;
    wasOpen.current = false;
    leads.current = leads.current && isDone.current && walk(next, ways, false);
    isDone.current = false;
  });
  return {
    go: () => {
      leads.current = walk(next, ways, true);
    },
    /** The task of the open sheet was done; a sheet that is closed without it ends the walk. */
    goOn: () => {
      isDone.current = true;
    },
  };
}

/** Answers whether a sheet was opened. */
function walk(next: NextStep, { openMarks, openKind, tick, lead }: Ways, pressed: boolean): boolean {
  const target = targetOf(next);
  if (target === 'signature' || target === 'initial') {
    openMarks();
    return true;
  }
  if (target === 'sign') return false;
  lead(target);
  if (typeof target === 'string') return false;
  if (pressed && isTickedByNext(target)) tick(target);
  return openKind(target);
}

/**
 * A box that stands alone, with words of its own that the button can name, has one answer that goes on. Of several the
 * signer chooses, and one without words is first seen beside what it stands for.
 */
export function isTickedByNext({ type, label, properties }: FieldView): boolean {
  return type === 'checkbox' && properties?.group === undefined && label.trim() !== '';
}

function targetOf(next: NextStep): FieldView | 'signature' | 'initial' | 'consent' | 'sign' {
  if (next.kind !== 'field') return next.kind;
  const { type } = next.field;
  return type === 'signature' || type === 'initial' ? type : next.field;
}
