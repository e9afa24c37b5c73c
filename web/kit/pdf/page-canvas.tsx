import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { PdfFile } from './open-pdf.ts';

type Props = {
  pdf: PdfFile | null;
  page: number;
  /** Width in CSS pixels. */
  width: number;
  withText?: boolean;
  /** Shown until the page is painted; gray lines by default. */
  waiting?: ReactNode;
  onPainted?: (page: number) => void;
  /** Shown instead of a page that could not be drawn; `again` retries. */
  failed?: (again: () => void) => ReactNode;
  onFailed?: (page: number) => void;
};

/**
 * Milliseconds without a change of size before a page is redrawn. Zooming and resizing come in bursts, so the
 * old picture is stretched until the burst ends.
 */
const settle = 100;

/**
 * A page is drawn only after it has been near the view for this many milliseconds, so that fast scrolling
 * does not draw pages.
 */
const stay = 60;

/** Draws one page into its container. The old picture remains until the new one is complete. */
export function PageCanvas({ pdf, page, width, withText = false, waiting, ...callbacks }: Props) {
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [painted, setPainted] = useState(false);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const reportPainted = useEffectEvent(() => callbacks.onPainted?.(page));
  const reportFailed = useEffectEvent(() => {
    // Keep the picture in its old size, which has the same content.
    if (picture.current?.firstChild) return;
    setFailed(true);
    callbacks.onFailed?.(page);
  });
  useEffect(() => {
    if (!pdf || width <= 0) return;
    const abort = new AbortController();
    const paint = async () => {
      const canvas = await pdf.drawPage(page, width, abort.signal);
      if (abort.signal.aborted || !picture.current) return free(canvas);
      picture.current.querySelectorAll('canvas').forEach(free);
      picture.current.replaceChildren(canvas);
      setPainted(true);
      setFailed(false);
      reportPainted();
      if (!withText || !text.current) return;
      text.current.replaceChildren();
      await pdf.writeText(page, text.current, width, abort.signal);
    };
    const timer = window.setTimeout(
      () =>
        void paint().catch((error: unknown) => {
          if (abort.signal.aborted) return;
          console.error('A page could not be drawn.', error);
          reportFailed();
        }),
      picture.current?.firstChild ? settle : page === 1 ? 0 : stay,
    );
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [pdf, page, width, withText, attempt]);
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
      {failed && callbacks.failed ? (
        <div className="pdf-page-failed">
          {callbacks.failed(() => {
            setFailed(false);
            setAttempt(attempt + 1);
          })}
        </div>
      ) : painted ? null : (
        (waiting ?? <div aria-hidden="true" className="pdf-page-waiting absolute inset-0 animate-pulse" />)
      )}
      {withText ? <div ref={text} className="textLayer" /> : null}
    </>
  );
}

/** Safari releases a canvas's memory only on garbage collection, unless its size is zero. */
function free(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}
