import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../words.ts';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Buttons at the bottom, with the main one last */
  footer?: ReactNode;
  size?: 'small' | 'normal' | 'wide' | 'full';
  /** On large screens the content extends to the edges and scrolls separately. */
  flush?: boolean;
  /** Prevents closing while an uninterruptible operation runs. */
  locked?: boolean;
};

const widths = { small: 'sm:max-w-md', normal: 'sm:max-w-xl', wide: 'sm:max-w-3xl', full: 'sm:max-w-5xl' };

/** A modal dialog: centered on large screens, a bottom sheet on phones. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size = 'normal',
  flush = false,
  locked,
}: Props) {
  const { t } = useTranslation();
  const holdIfLocked = (event: Event) => locked && event.preventDefault();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !locked && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 grid enter-fade place-items-end bg-black/40 sm:place-items-center sm:p-6">
          <Radix.Content
            onOpenAutoFocus={focusContent}
            onEscapeKeyDown={holdIfLocked}
            onInteractOutside={(event) => {
              // A toast is outside the dialog, and dismissing it must not close the dialog.
              if (locked || (event.target as Element | null)?.closest('[data-toast]')) event.preventDefault();
            }}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={classNames(
              'flex max-h-[92dvh] w-full enter-rise flex-col overflow-hidden rounded-t-lg border border-line bg-surface text-text shadow-lift focus:outline-none sm:rounded-lg',
              widths[size],
              size === 'full' && 'h-[92dvh]',
            )}
          >
            <header className="flex items-start gap-4 border-b border-line px-5 py-4">
              <div className="min-w-0 flex-1">
                <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
                {description ? (
                  <Radix.Description className="mt-0.5 text-sm text-muted">{description}</Radix.Description>
                ) : null}
              </div>
              <Radix.Close asChild>
                <Button
                  look="quiet"
                  size="icon"
                  className="-my-1.5 -me-2"
                  aria-label={t('dialog.close')}
                  disabled={locked}
                >
                  <X aria-hidden="true" />
                </Button>
              </Radix.Close>
            </header>
            <div
              className={classNames(
                'min-h-0 flex-1 overflow-y-auto px-5 py-4',
                flush && 'lg:overflow-hidden lg:p-0',
              )}
            >
              {children}
            </div>
            {footer ? (
              <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5 pb-[max(14px,env(safe-area-inset-bottom))]">
                {footer}
              </footer>
            ) : null}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * The dialog gets the focus, so that screen readers read it first. Forms that focus their first input set
 * autoFocus.
 */
function focusContent(event: Event): void {
  event.preventDefault();
  (event.currentTarget as HTMLElement | null)?.focus();
}
