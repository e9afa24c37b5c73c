type Handlers = {
  onMove: (event: PointerEvent) => void;
  onEnd: (event: PointerEvent) => void;
  onCancel: () => void;
};

/** A hand trembles; less than this is a click. CSS pixels. */
const tremble = 4;

/**
 * Follows one pointer from its press to its release, wherever it goes. The listeners are the window's, because
 * a field that is dragged to another page leaves the element on which the drag began. Escape cancels.
 * Neither `onMove` nor `onEnd` is called before the pointer has really moved.
 */
export function followPointer(
  start: { pointerId: number; clientX: number; clientY: number },
  on: Handlers,
): void {
  let moved = false;
  const stop = new AbortController();
  const options = { signal: stop.signal };
  const listen = (name: 'pointermove' | 'pointerup' | 'pointercancel', act: (event: PointerEvent) => void) =>
    window.addEventListener(name, (event) => event.pointerId === start.pointerId && act(event), options);
  listen('pointermove', (event) => {
    moved ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) >= tremble;
    if (!moved) return;
    event.preventDefault();
    on.onMove(event);
  });
  listen('pointerup', (event) => {
    stop.abort();
    if (moved) on.onEnd(event);
    else on.onCancel();
  });
  const cancel = () => {
    stop.abort();
    on.onCancel();
  };
  listen('pointercancel', cancel);
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      cancel();
    },
    { ...options, capture: true },
  );
}
