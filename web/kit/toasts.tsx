import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { dismissToast, toastDuration, useToasts } from './toast-store.ts';

/**
 * Shows the messages of `showToast`. The live region exists from the start, because one that appears together
 * with its text is not announced. A message remains while the pointer moves over it, it is focused, or the
 * page is hidden.
 */
export function Toasts({ dismiss }: { dismiss: string }) {
  const area = useRef<HTMLDivElement>(null);
  const isPointedAt = useRef(false);
  const toast = useToasts().find(({ open }) => open);
  useEffect(() => {
    if (!toast) return undefined;
    // The message may have appeared under an idle pointer.
    isPointedAt.current = false;
    const end = () => {
      const isRead = isPointedAt.current || area.current?.matches(':focus-within');
      if (isRead || document.hidden) timer = setTimeout(end, 1000);
      else dismissToast(toast.id);
    };
    let timer = setTimeout(end, toastDuration);
    return () => clearTimeout(timer);
  }, [toast]);
  const isFault = toast?.look === 'danger';
  return (
    <div
      ref={area}
      className="toasts"
      role="status"
      aria-live={isFault ? 'assertive' : 'polite'}
      onPointerMove={() => (isPointedAt.current = true)}
      onPointerLeave={() => (isPointedAt.current = false)}
    >
      {toast && (
        <div key={toast.id} className="toast" data-toast="" data-look={isFault ? 'danger' : 'normal'}>
          <Icon name={isFault ? 'warn' : 'check'} />
          <div className="toast-text">
            <strong>{toast.title}</strong>
            {toast.description && <p>{toast.description}</p>}
          </div>
          {toast.action && (
            <Button
              size="small"
              onClick={() => {
                dismissToast(toast.id);
                toast.action?.onSelect();
              }}
            >
              {toast.action.text}
            </Button>
          )}
          <Button look="quiet" size="icon" aria-label={dismiss} onClick={() => dismissToast(toast.id)}>
            <Icon name="close" />
          </Button>
        </div>
      )}
    </div>
  );
}
