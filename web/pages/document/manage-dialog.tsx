import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useWords } from '../../words.ts';

type Props = {
  title: string;
  about: string;
  /** The verb on the button. */
  action: string;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** A second button, at the other side. */
  aside?: ReactNode;
  children?: ReactNode;
};

/** A small form over the document: one question, one act. */
export function TendDialog({ title, about, action, busy, onSubmit, onClose, aside, children }: Props) {
  const { t } = useWords();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      size="small"
      title={title}
      footer={
        <>
          {aside}
          <Button onClick={onClose} disabled={busy}>
            {t('dialog.cancel')}
          </Button>
          <Button look="primary" type="submit" form="manage" disabled={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id="manage" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-muted">{about}</p>
        {children}
      </form>
    </Dialog>
  );
}
