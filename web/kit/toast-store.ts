import { useSyncExternalStore } from 'react';
import { newSignal } from './signal.ts';

export type ToastMessage = {
  id: number;
  title: string;
  description?: string | undefined;
  look?: 'normal' | 'danger';
  /** One action for the toast; `text` is a verb. */
  action?: { text: string; onSelect: () => void } | undefined;
  open: boolean;
};

/**
 * Specification §9: one toast at a time, five seconds on screen, and kept for a long time after it is
 * dismissed.
 */
const toastLimit = 1;
export const toastDuration = 5000;
const removalDelay = 1_000_000;

let toasts: readonly ToastMessage[] = [];
let lastId = 0;
const { subscribe, tell } = newSignal();

/** Shows a message, replacing the previous one. */
export function showToast(message: Pick<ToastMessage, 'title' | 'description' | 'look' | 'action'>): void {
  const toast = { ...message, id: ++lastId, open: true };
  change([toast, ...toasts].slice(0, toastLimit));
}

export function dismissToast(id: number): void {
  change(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  window.setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), removalDelay);
}

export function useToasts(): readonly ToastMessage[] {
  return useSyncExternalStore(subscribe, currentToasts, currentToasts);
}

/** Returns the visible toasts, and dismissed ones that are still kept. */
export function currentToasts(): readonly ToastMessage[] {
  return toasts;
}

function change(next: readonly ToastMessage[]): void {
  toasts = next;
  tell();
}
