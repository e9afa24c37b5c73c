import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { PdfFile } from './open-pdf.ts';

type Props = {
  pdf: PdfFile | null;
  page: number;
  /** CSS pixels. */
  width: number;
  withText?: boolean;
  /** Shown until the page is painted; a few grey lines where there is nothing better. */
  waiting?: ReactNode;
  onPainted?: (page: number) => void;
};

/** Zooming and resizing come in bursts; the picture is stretched meanwhile and redrawn once. Milliseconds. */
const settle = 100;

/** So long a page has to stay near the view before it is drawn: one that is flung past never is. Milliseconds. */
const stay = 60;

/** Draws one page into the box around it. The old picture stays until the new one is complete. */
export function PageCanvas({ pdf, page, width, withText = false, waiting, onPainted }: Props) {
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [painted, setPainted] = useState(false);
  const tellPainted = useEffectEvent(() => onPainted?.(page));
  useEffect(() => {
    if (!pdf || width <= 0) return;
    const abort = new AbortController();
    const paint = async () => {
      const canvas = await pdf.drawPage(page, width, abort.signal);
      if (abort.signal.aborted || !picture.current) return free(canvas);
      picture.current.querySelectorAll('canvas').forEach(free);
      picture.current.replaceChildren(canvas);
      setPainted(true);
      tellPainted();
      if (!withText || !text.current) return;
      text.current.replaceChildren();
      await pdf.writeText(page, text.current, width, abort.signal);
    };
    const timer = window.setTimeout(
      () => void paint().catch((error: unknown) => reportUnlessCancelled(error, abort.signal)),
      picture.current?.firstChild ? settle : page === 1 ? 0 : stay,
    );
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [pdf, page, width, withText]);
  useEffect(() => {
    const holder = picture.current;
    return () => holder?.querySelectorAll('canvas').forEach(free);
  }, []);
  return (
    <>
      <div
        ref={picture}
        aria-hidden="true"
        className="absolute inset-0"
        data-painted={painted || undefined}
      />
      {painted
        ? null
        : (waiting ?? <div aria-hidden="true" className="pdf-page-waiting absolute inset-0 animate-pulse" />)}
      {withText ? <div ref={text} className="textLayer" /> : null}
    </>
  );
}

/** Safari keeps a canvas's memory until the garbage collector feels like it, unless it has no pixels. */
function free(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

function reportUnlessCancelled(error: unknown, signal: AbortSignal): void {
  if (!signal.aborted) console.error('A page could not be drawn.', error);
}
