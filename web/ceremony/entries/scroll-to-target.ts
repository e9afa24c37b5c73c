import { useEffect, useRef } from 'react';
import type { FieldView } from '#contract/documents/documents.ts';
import { fieldElementId } from './field-box.tsx';

/** The targets that a button can lead to. */
export type Target = FieldView | 'signature' | 'consent' | 'passkey';

/** Element ids of the places on the page. */
export const places = {
  heading: 'step-heading',
  signature: 'give-signature',
  initials: 'give-initials',
  consent: 'give-consent',
  passkey: 'give-passkey',
  act: 'sign-document',
} as const;

/**
 * Scrolls to and focuses the target of a button. The signature is drawn below the pages, so the
 * signature field scrolls to that place.
 */
export function scrollToTarget(target: Target): void {
  if (target === 'consent') return moveTo(places.consent, 'end');
  if (target === 'passkey') return moveTo(places.passkey, 'start');
  if (target === 'signature' || target.type === 'signature') return leadToMark(places.signature);
  if (target.type === 'initial') return leadToMark(places.initials);
  moveTo(fieldElementId(target), 'center');
}

/** A new step begins at its top and is announced: the focus moves to its heading. */
export function useStepStart(step: string): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    document.getElementById(places.heading)?.focus({ preventScroll: true });
  }, [step]);
}

/**
 * If the mark is typed, its input gets the focus; otherwise its heading, from which all three ways can be
 * reached.
 */
function leadToMark(id: string): void {
  moveTo(id, 'start');
  document.getElementById(typedInputOf(id))?.focus({ preventScroll: true });
}

/** Returns the id of the input for a typed mark. The input exists only while typing is the active mode. */
export function typedInputOf(id: string): string {
  return `${id}-typed`;
}

function moveTo(id: string, block: ScrollLogicalPosition): void {
  const element = document.getElementById(id);
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block, inline: 'center', behavior: calm ? 'auto' : 'smooth' });
}
