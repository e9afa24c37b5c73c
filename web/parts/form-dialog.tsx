import { useId, type ReactNode } from 'react';
import { reasonOf } from '../api/request.ts';
import { useWords } from '../words.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { Problem } from './problem.tsx';

type Props = {
  open?: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  size?: 'small' | 'normal' | 'wide';
  /** The verb on the button that does it. */
  action: string;
  look?: 'primary' | 'danger';
  /** While the server is asked: nothing closes the dialog, and nobody asks twice. */
  busy: boolean;
  /** False where there is nothing to do yet. */
  ready?: boolean;
  onSubmit: () => unknown;
  /** The reason of the last refusal stands below the boxes. */
  error?: unknown;
  /** Whether the browser says which boxes are empty, where the form itself does not. */
  native?: boolean;
  /** A second button, at the other side. */
  aside?: ReactNode;
  children?: ReactNode;
};

/** A dialog that is one form: its boxes, and in its foot the way back and the act. */
export function FormDialog({ size = 'small', look = 'primary', ready = true, ...props }: Props) {
  const { t } = useWords();
  const form = useId();
  const { busy, error } = props;
  return (
    <Dialog
      open={props.open ?? true}
      onClose={props.onClose}
      locked={busy}
      size={size}
      title={props.title}
      description={props.description}
      footer={
        <>
          {props.aside}
          <Button onClick={props.onClose} disabled={busy}>
            {t('dialog.cancel')}
          </Button>
          <Button look={look} type="submit" form={form} disabled={busy || !ready}>
            {props.action}
          </Button>
        </>
      }
    >
      <Form id={form} noValidate={!props.native} className="flex flex-col gap-4" onSubmit={props.onSubmit}>
        {props.children}
        {error ? <Problem>{reasonOf(error)}</Problem> : null}
      </Form>
    </Dialog>
  );
}
