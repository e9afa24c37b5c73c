import { useEffect, useId, useRef, useState } from 'react';
import type SignaturePad from 'signature_pad';
import type { PointGroup } from 'signature_pad';
import type { Stroke } from '../entries/entries.ts';
import { Icon } from '../../kit/icon.tsx';
import { t } from '../words.ts';
import { cropToPng } from './crop-to-png.ts';
import { pad as measure, pen } from './pad.ts';
import { MAX_SIGNATURE_IMAGE } from './trim-picture.ts';
import { Button } from '../../kit/button.tsx';

type Props = { label: string; strokes: Stroke[]; onDraw: (strokes: Stroke[], dataUrl: string) => void };

/**
 * Accepts drawing by pointer, finger or pen. The canvas always has 1200 by 400 pixels and is scaled by the
 * page. Strokes are stored in pad units and redrawn, so that rotating a phone loses nothing.
 */
export function DrawingPad({ label, strokes, onDraw }: Props) {
  const { canvasRef, state, show } = usePad(strokes, onDraw);
  const status = useId();
  const empty = strokes.length === 0;
  return (
    <div className="pad">
      <div className="pad-paper" data-tall={isTall(strokes) || undefined}>
        <canvas
          ref={canvasRef}
          role="img"
          aria-label={label}
          aria-describedby={status}
          width={MAX_SIGNATURE_IMAGE.width}
          height={MAX_SIGNATURE_IMAGE.height}
        />
        {empty && <span className="pad-hint">{padHint(state)}</span>}
        <span className="pad-line" />
      </div>
      <div className="row">
        <p id={status} role="status" className="muted grow">
          {empty ? t('mark.drawEmpty') : t('mark.drawDone', { count: strokes.length })}
        </p>
        <Button disabled={empty} onClick={() => show(strokes.slice(0, -1))}>
          <Icon name="undo" />
          {t('mark.undo')}
        </Button>
        <Button disabled={empty} onClick={() => show([])}>
          {t('mark.clear')}
        </Button>
      </div>
    </div>
  );
}

/**
 * Returns true if something was drawn below the pad's 200 units. The pad then keeps the height it had on the
 * phone.
 */
function isTall(strokes: readonly Stroke[]): boolean {
  return strokes.some((points) => points.some(({ y }) => y > measure.height));
}

type PadState = 'loading' | 'ready' | 'failed';

function padHint(state: PadState): string {
  if (state === 'ready') return t('mark.drawHint');
  return t(state === 'loading' ? 'mark.drawWaiting' : 'mark.drawFailed');
}

function usePad(strokes: Stroke[], onDraw: Props['onDraw']) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const padRef = useRef<SignaturePad>(null);
  const [state, setState] = useState<PadState>('loading');
  const latest = useRef({ strokes, onDraw });
  useEffect(() => {
    latest.current = { strokes, onDraw };
  });

  useEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas) return;
    let isUnmounted = false;
    const fitted = new ResizeObserver(() => {
      if (padRef.current) redraw(padRef.current, canvas, latest.current.strokes);
    });
    import('signature_pad').then(
      ({ default: Pad }) => {
        if (isUnmounted) return;
        const pad = new Pad(canvas, pen);
        padRef.current = pad;
        pad.addEventListener('endStroke', () => {
          latest.current.onDraw(toPadUnits(pad.toData(), canvas.clientWidth), cropToPng(canvas));
        });
        fitted.observe(canvas);
        setState('ready');
      },
      () => setState('failed'),
    );
    return () => {
      isUnmounted = true;
      fitted.disconnect();
      padRef.current?.off();
      padRef.current = null;
    };
  }, []);

  const show = (changed: Stroke[]) => {
    const canvas = canvasRef.current;
    if (!canvas || !padRef.current) return;
    redraw(padRef.current, canvas, changed);
    onDraw(changed, cropToPng(canvas));
  };
  return { canvasRef, state, show };
}

function redraw(pad: SignaturePad, canvas: HTMLCanvasElement, strokes: Stroke[]): void {
  if (canvas.clientWidth === 0) return;
  canvas.width = MAX_SIGNATURE_IMAGE.width;
  // On phones the pad is taller than 3 to 1, with the same width in units.
  canvas.height = Math.round((MAX_SIGNATURE_IMAGE.width * canvas.clientHeight) / canvas.clientWidth);
  const context = canvas.getContext('2d');
  const scale = MAX_SIGNATURE_IMAGE.width / canvas.clientWidth;
  context?.scale(scale, scale);
  pad.fromData(toScreen(strokes, canvas.clientWidth));
}

function toPadUnits(data: PointGroup[], width: number): Stroke[] {
  const unit = measure.width / width;
  return data.map(({ points }) =>
    points.map(({ x, y, time, pressure }) => ({ x: x * unit, y: y * unit, time, pressure })),
  );
}

function toScreen(strokes: Stroke[], width: number): PointGroup[] {
  const unit = width / measure.width;
  return strokes.map((points) => ({
    ...pen,
    dotSize: 0,
    velocityFilterWeight: 0.7,
    compositeOperation: 'source-over',
    points: points.map((point) => ({ ...point, x: point.x * unit, y: point.y * unit })),
  }));
}
