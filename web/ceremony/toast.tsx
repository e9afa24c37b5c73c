import { useEffect, useRef } from 'react';
import { dismissToast, toastDuration, useToasts } from '../kit/toast-store.ts';
import { Icon } from './icon.tsx';
import { t } from './words.ts';

/**
 * The live region exists from the start, because one that appears together with its text is not announced.
 */
export function ToastArea() {
  const toast = useToasts().find(({ open }) => open);
  const held = useRef(false);
  useEffect(() => {
    held.current = false;
    if (!toast) return;
    const timer = setInterval(() => held.current || dismissToast(toast.id), toastDuration);
    return () => clearInterval(timer);
  }, [toast]);
  const isFault = toast?.look === 'danger';
  return (
    <div
      className="toast-area"
      role="status"
      aria-live={isFault ? 'assertive' : 'polite'}
      onMouseEnter={() => (held.current = true)}
      onMouseLeave={() => (held.current = false)}
    >
      {toast && (
        <div className="toast" data-look={isFault ? 'danger' : 'normal'}>
          <Icon name={isFault ? 'warn' : 'check'} />
          <div className="grow">
            <strong>{toast.title}</strong>
            {toast.description && <p>{toast.description}</p>}
          </div>
          <button
            type="button"
            className="button square"
            aria-label={t('toast.dismiss')}
            onClick={() => dismissToast(toast.id)}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
