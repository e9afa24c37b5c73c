import { useEffect, useRef } from 'react';
import type { FieldView } from '#contract/documents.ts';
import { fieldElementId } from './field-box.tsx';

/** The places that a button can promise to lead to. */
export type Target = FieldView | 'signature' | 'consent' | 'passkey';

/** The places of the page, by their element ids. */
export const places = {
  heading: 'step-heading',
  signature: 'give-signature',
  initials: 'give-initials',
  consent: 'give-consent',
  passkey: 'give-passkey',
  act: 'sign-document',
} as const;

/**
 * Brings into view and focuses what a button promised. A signature is given below the pages, so that
 * is where its field leads.
 */
export function leadTo(target: Target): void {
  if (target === 'consent') return moveTo(places.consent, 'end');
  if (target === 'passkey') return moveTo(places.passkey, 'start');
  if (target === 'signature' || target.type === 'signature') return leadToMark(places.signature);
  if (target.type === 'initial') return leadToMark(places.initials);
  moveTo(fieldElementId(target), 'center');
}

/** A change of step begins at its top and is read out: the focus moves to its heading. */
export function useStepStart(step: string): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    document.getElementById(places.heading)?.focus({ preventScroll: true });
  }, [step]);
}

/** Where a mark is typed, its input is what is wanted; else its heading leads to all three ways. */
function leadToMark(id: string): void {
  moveTo(id, 'start');
  document.getElementById(typedInputOf(id))?.focus({ preventScroll: true });
}

/** The id of the input in which a mark is typed; it is there only while typing is the chosen way. */
export function typedInputOf(id: string): string {
  return `${id}-typed`;
}

function moveTo(id: string, block: ScrollLogicalPosition): void {
  const element = document.getElementById(id);
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block, inline: 'center', behavior: calm ? 'auto' : 'smooth' });
}
