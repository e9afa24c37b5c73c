import { reasonOf } from '../../api/transport/request.ts';
import { showToast, type ToastMessage } from '../../kit/toast-store.ts';

/** `onSuccess` handler that shows a success toast and then runs a follow-up, such as closing the dialog. */
export const doneToast = (message: Pick<ToastMessage, 'title' | 'description'>, then?: () => void) => () => {
  showToast(message);
  then?.();
};

/** `onError` handler that shows a toast with what failed and the reason. */
export const failureToast = (title: string) => (error: unknown) =>
  showToast({ title, description: reasonOf(error), look: 'danger' });
