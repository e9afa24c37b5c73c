import { useEffect, useState, type RefObject } from 'react';
import type { PageSize } from '#contract/documents/documents.ts';

/** CSS pixels per point at 100 %, where a page has its size on paper. */
const fullSize = 96 / 72;
const steps = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 3];

export type Zoom = {
  scale: number;
  percent: number;
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
};

/** Fits the widest page into the scroller until the user zooms. `margin` is in CSS pixels, on each side. */
export function useZoom(
  scroller: RefObject<HTMLElement | null>,
  pages: readonly PageSize[],
  margin: number,
): Zoom {
  const [chosen, setChosen] = useState<number | null>(null);
  const room = useWidth(scroller);
  const widest = Math.max(1, ...pages.map(({ width }) => width));
  const fitted = Math.min(1, Math.max(0.2, (room - 2 * margin) / (widest * fullSize)));
  const zoom = chosen ?? fitted;
  return {
    scale: zoom * fullSize,
    percent: Math.round(zoom * 100),
    zoomIn: () => setChosen(steps.find((step) => step > zoom + 0.001) ?? zoom),
    zoomOut: () => setChosen(steps.findLast((step) => step < zoom - 0.001) ?? zoom),
    fit: () => setChosen(null),
  };
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(() => Math.min(window.innerWidth, 900));
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const observer = new ResizeObserver(() => setWidth(watched.clientWidth));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
