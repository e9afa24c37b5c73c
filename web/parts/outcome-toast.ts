import { reasonOf } from '../api/request.ts';
import { showToast, type ToastMessage } from '../kit/toast-store.ts';

/** For `onSuccess`: a toast that says what was done, and whatever comes after it, such as to close the dialog. */
export const doneToast = (said: Pick<ToastMessage, 'title' | 'description'>, then?: () => void) => () => {
  showToast(said);
  then?.();
};

/** For `onError`: a toast that says what failed, and the reason. */
export const failureToast = (title: string) => (error: unknown) =>
  showToast({ title, description: reasonOf(error), look: 'danger' });
