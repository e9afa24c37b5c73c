import { useEffect, useRef, type PointerEvent } from 'react';
import { Toasts } from '../../kit/toasts.tsx';
import { dismissToast, useToasts } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';

/**
 * A message is dismissed if it is swiped toward the end of the line by more than this many pixels
 * (specification §9).
 */
const swipeThreshold = 50;

/** The messages as a landmark that F8 focuses. A swipe or Escape dismisses one. */
export function ToastRegion() {
  const { t } = useTranslation();
  const region = useRef<HTMLElement>(null);
  const toast = useToasts().find(({ open }) => open);
  useEffect(() => {
    const press = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'F8') region.current?.focus();
      // Escape closes an open dialog or menu first, which then prevents the default.
      if (key === 'Escape' && toast && !defaultPrevented) dismissToast(toast.id);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [toast]);
  return (
    <section
      ref={region}
      aria-label={t('toast.region', { hotkey: 'F8' })}
      tabIndex={-1}
      className="outline-none"
      {...useSwipe(() => toast && dismissToast(toast.id))}
    >
      <Toasts dismiss={t('toast.dismiss')} />
    </section>
  );
}

/** Returns handlers that make a message follow the pointer toward the end of the line. */
function useSwipe(dismiss: () => void) {
  const from = useRef<number | null>(null);
  const follow = ({ type, buttons, clientX, target }: PointerEvent) => {
    const message = target instanceof Element ? target.closest<HTMLElement>('[data-toast]') : null;
    if (from.current === null || !message) return;
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    const distance = Math.max(0, (clientX - from.current) * forward);
    const isOver = type !== 'pointermove' || buttons === 0;
    message.style.translate = isOver ? '' : `${distance * forward}px`;
    if (isOver) from.current = null;
    if (type === 'pointerup' && distance > swipeThreshold) dismiss();
  };
  return {
    onPointerDown: ({ clientX }: PointerEvent) => {
      from.current = clientX;
    },
    onPointerMove: follow,
    onPointerUp: follow,
    onPointerCancel: follow,
  };
}
