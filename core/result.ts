import type { RefusalCode } from './refusal.ts';

/** An expected 'no': a stable code, and one sentence for a person that says what to do. */
export type Refusal = { refused: RefusalCode; detail: string };

export function refuse(refused: RefusalCode, detail: string): Refusal {
  return { refused, detail };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value && 'detail' in value;
}
