import { reasonOf } from '../api/request.ts';
import { showToast } from '../kit/toast-store.ts';

/** For `onError`: a toast that says what failed, and the reason. */
export const failureToast = (title: string) => (error: unknown) =>
  showToast({ title, description: reasonOf(error), look: 'danger' });
