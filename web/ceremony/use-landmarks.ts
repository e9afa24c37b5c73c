import { useEffect, useMemo, useRef, type RefObject } from 'react';
import type { FieldView } from '#contract/documents.ts';
import { fieldElementId } from './field-box.tsx';

/** The places of the page that buttons lead to. */
export type Landmarks = {
  heading: RefObject<HTMLHeadingElement | null>;
  signature: RefObject<HTMLHeadingElement | null>;
  initials: RefObject<HTMLHeadingElement | null>;
  consent: RefObject<HTMLInputElement | null>;
};

/** A change of step begins at its top and is read out: the focus moves to its heading. */
export function useLandmarks(step: string): Landmarks {
  const heading = useRef<HTMLHeadingElement>(null);
  const signature = useRef<HTMLHeadingElement>(null);
  const initials = useRef<HTMLHeadingElement>(null);
  const consent = useRef<HTMLInputElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return useMemo(() => ({ heading, signature, initials, consent }), []);
}

/**
 * Brings into view and focuses what a button promised. A signature is given below the pages, so that
 * is where its field leads.
 */
export function goTo(target: FieldView | 'signature' | 'consent', landmarks: Landmarks): void {
  if (target === 'consent') return moveTo(landmarks.consent.current, 'end');
  if (target === 'signature' || target.type === 'signature')
    return moveTo(landmarks.signature.current, 'start');
  if (target.type === 'initial') return moveTo(landmarks.initials.current, 'start');
  moveTo(document.getElementById(fieldElementId(target)), 'center');
}

function moveTo(element: HTMLElement | null, block: ScrollLogicalPosition): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block, inline: 'center', behavior: calm ? 'auto' : 'smooth' });
}
