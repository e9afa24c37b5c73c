import { useCallback, useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import { t } from './words.ts';

export type Toast = { kind: 'fault' | 'done'; title: string; text: string };

/** How long a toast stays (specification §9). Milliseconds. */
const shownFor = 5000;

/** At most one toast at a time; a new one takes the place of the old. */
export function useToast() {
  const [toast, setToast] = useState<Toast | null>(null);
  const dismiss = useCallback(() => setToast(null), []);
  return { toast, show: setToast, dismiss };
}

/** The live region stands from the start: one that arrives together with its text is not read out. */
export function ToastArea({ toast, onDismiss }: { toast: Toast | null; onDismiss: () => void }) {
  const held = useRef(false);
  useEffect(() => {
    held.current = false;
    if (!toast) return;
    const timer = setInterval(() => held.current || onDismiss(), shownFor);
    return () => clearInterval(timer);
  }, [toast, onDismiss]);
  return (
    <div
      className="toast-area"
      role="status"
      aria-live={toast?.kind === 'fault' ? 'assertive' : 'polite'}
      onMouseEnter={() => (held.current = true)}
      onMouseLeave={() => (held.current = false)}
    >
      {toast && (
        <div className="toast" data-kind={toast.kind}>
          <Icon name={toast.kind === 'fault' ? 'warn' : 'check'} />
          <div className="grow">
            <strong>{toast.title}</strong>
            {toast.text !== '' && <p>{toast.text}</p>}
          </div>
          <button type="button" className="button square" aria-label={t('toast.dismiss')} onClick={onDismiss}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
