/** Milliseconds a finger has to rest to count as a long press. */
const rest = 450;
/** A finger that moves further than this many CSS pixels is dragging. */
const tremble = 8;

/** Calls `act` on a long press. Lifting or moving the finger cancels it. */
export function onLongPress(
  start: { pointerId: number; pointerType: string; clientX: number; clientY: number },
  act: () => void,
): void {
  if (start.pointerType !== 'touch') return;
  const stop = new AbortController();
  const timer = setTimeout(() => {
    stop.abort();
    act();
  }, rest);
  const leave = () => {
    clearTimeout(timer);
    stop.abort();
  };
  const listen = (name: 'pointermove' | 'pointerup' | 'pointercancel', on: (event: PointerEvent) => void) =>
    window.addEventListener(name, (event) => event.pointerId === start.pointerId && on(event), {
      signal: stop.signal,
    });
  listen('pointermove', (event) => {
    if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > tremble) leave();
  });
  listen('pointerup', leave);
  listen('pointercancel', leave);
}
