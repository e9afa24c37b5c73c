import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../api/transport/request.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props<Given, Answer> = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The verb on the confirming button; the title by default. */
  action?: string;
  /** The consequences. If the action fails, the reason replaces them. */
  children: ReactNode;
  mutation: UseMutationOptions<Answer, Error, Given>;
  given: Given;
  onSuccess?: (answer: Answer) => void;
};

/** Asks for confirmation and then sends a request. Success closes the dialog. */
export function ActionDialog<Given, Answer>({
  title,
  action = title,
  children,
  mutation,
  given: parameters,
  onSuccess,
  ...dialog
}: Props<Given, Answer>) {
  const acting = useMutation(mutation);
  const confirm = () =>
    acting.mutate(parameters, {
      onSuccess: (answer) => {
        dialog.onClose();
        onSuccess?.(answer);
      },
    });
  return (
    <ConfirmDialog {...dialog} title={title} action={action} busy={acting.isPending} onConfirm={confirm}>
      {acting.isError ? reasonOf(acting.error) : children}
    </ConfirmDialog>
  );
}
