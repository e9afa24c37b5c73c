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
  from: 'left' | 'below';
  children: ReactNode;
};

const places = {
  left: 'inset-y-0 start-0 w-72 max-w-[85vw] enter-from-side border-e',
  below: 'inset-x-0 bottom-0 max-h-[75dvh] enter-from-below rounded-t-lg border-t',
};

/** A side panel on large screens that slides in over the page on phones. */
export function Sheet({ open, onClose, title, from, children }: Props) {
  const { t } = useTranslation();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 enter-fade bg-black/40" />
        <Radix.Content
          aria-describedby={undefined}
          className={classNames(
            'fixed z-40 flex flex-col border-line bg-surface text-text shadow-lift focus:outline-none',
            places[from],
          )}
        >
          <header className="flex items-center justify-between gap-4 px-4 py-3">
            <Radix.Title className="text-sm font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <Button look="quiet" size="icon" aria-label={t('dialog.close')}>
                <X aria-hidden="true" />
              </Button>
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-[max(16px,env(safe-area-inset-bottom))]">
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
