import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { directionOf } from '#core/language/language.ts';
import { useTranslation } from '../../words.ts';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { closeNewestDialog } from './open-dialogs.ts';
import { dismissToast, toastDuration, useToasts } from '../../kit/toast-store.ts';

/**
 * Shows the messages of `showToast`. F8 moves the focus here; a swipe of 50 px toward the edge dismisses
 * one.
 */
export function Toaster() {
  const { t, language } = useTranslation();
  const toasts = useToasts();
  return (
    <Toast.Provider
      duration={toastDuration}
      swipeDirection={directionOf(language) === 'rtl' ? 'left' : 'right'}
      swipeThreshold={50}
      label={t('toast.label')}
    >
      {toasts.map((toast) => (
        <Toast.Root
          key={toast.id}
          open={toast.open}
          onOpenChange={(open) => open || dismissToast(toast.id)}
          onEscapeKeyDown={leaveToDialog}
          data-toast=""
          className={classNames(
            'pointer-events-auto flex w-full items-start gap-3 rounded-lg border bg-surface p-4 text-text shadow-lift',
            'data-[state=open]:enter-rise data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            toast.look === 'danger' ? 'border-danger/50' : 'border-line',
          )}
        >
          <div className="min-w-0 flex-1">
            <Toast.Title
              className={classNames('text-sm font-semibold', toast.look === 'danger' && 'text-danger')}
            >
              {toast.title}
            </Toast.Title>
            {toast.description ? (
              <Toast.Description className="mt-0.5 text-sm break-words text-muted">
                {toast.description}
              </Toast.Description>
            ) : null}
          </div>
          {toast.action ? (
            <Toast.Action asChild altText={toast.action.text}>
              <Button size="small" onClick={toast.action.onSelect}>
                {toast.action.text}
              </Button>
            </Toast.Action>
          ) : null}
          <Toast.Close asChild>
            <Button look="quiet" size="icon" className="-m-2" aria-label={t('toast.dismiss')}>
              <X aria-hidden="true" />
            </Button>
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport hotkey={['F8']} label={t('toast.region', { hotkey: '{hotkey}' })} className="toasts" />
    </Toast.Provider>
  );
}

/** Escape first closes the current dialog, and then the toast over it. */
function leaveToDialog(event: KeyboardEvent): void {
  const at = document.activeElement;
  if (at?.closest('[data-toast]') || document.querySelector('[data-radix-popper-content-wrapper]')) return;
  if (closeNewestDialog()) event.preventDefault();
}
