type Handlers = {
  onMove: (event: PointerEvent) => void;
  onEnd: (event: PointerEvent) => void;
  onCancel: () => void;
};

/** Distance in CSS pixels. A shorter movement counts as a click, because hands tremble. */
const tremble = 4;

/**
 * Follows one pointer from press to release. The listeners are on the window, because a field dragged to
 * another page leaves the element where the drag began. Escape cancels. Neither `onMove` nor `onEnd` is
 * called before the pointer has moved far enough.
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
