import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../words.ts';
import { Button } from '../button.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The verb on the confirming button */
  action: string;
  onConfirm: () => void;
  /** Text of the cancel button, if 'Cancel' could be mistaken for the action itself. */
  back?: string;
  busy?: boolean;
};

/** Asks for confirmation before an action that cannot easily be undone. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  action,
  onConfirm,
  back,
  busy = false,
}: Props) {
  const { t } = useTranslation();
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 grid enter-fade place-items-center bg-black/40 p-4">
          <AlertDialog.Content className="w-full max-w-md enter-rise rounded-lg border border-line bg-surface p-5 shadow-lift focus:outline-none">
            <AlertDialog.Title className="text-base font-semibold">{title}</AlertDialog.Title>
            <AlertDialog.Description asChild>
              <div className="mt-1.5 text-sm text-muted">{children}</div>
            </AlertDialog.Description>
            <div className="mt-5 flex justify-end gap-2">
              <AlertDialog.Cancel asChild>
                <Button disabled={busy}>{back ?? t('dialog.cancel')}</Button>
              </AlertDialog.Cancel>
              <Button look="danger" disabled={busy} onClick={onConfirm}>
                {action}
              </Button>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
