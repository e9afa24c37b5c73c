import { useId, type ReactNode } from 'react';
import { reasonOf } from '../../api/transport/request.ts';
import { useTranslation } from '../../words.ts';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from '../forms/form.tsx';
import { Problem } from '../problem.tsx';

type Props = {
  open?: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  size?: 'small' | 'normal' | 'wide';
  /** The verb on the confirming button */
  action: string;
  look?: 'primary' | 'danger';
  /** While the request runs, the dialog cannot be closed or submitted again. */
  busy: boolean;
  /** False while there is nothing to submit. */
  ready?: boolean;
  onSubmit: () => unknown;
  /** The last error, shown below the inputs. */
  error?: unknown;
  /** True if empty inputs are reported by the browser and not by the form. */
  native?: boolean;
  /** A second button on the opposite side */
  aside?: ReactNode;
  children?: ReactNode;
};

/** A dialog with one form, consisting of its inputs and a footer with the cancel and submit buttons. */
export function FormDialog({ size = 'small', look = 'primary', ready = true, ...props }: Props) {
  const { t } = useTranslation();
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
