import { describe, expect, test } from 'vitest';
import { decideVoid } from './decide-void.ts';
import { documentStates } from './lifecycle.ts';

const day = 86_400_000;
const signed = new Date('2026-11-20T09:00:00Z');
const after = (ms: number) => signed.getTime() + ms;

describe('voiding a document', () => {
  test('a fully signed document can be voided only after sealing has failed for 8 days', () => {
    const stuck = { status: 'sealing', sealProblem: 'No room.', updatedAt: signed } as const;
    for (const early of [1, day, 8 * day - 1])
      expect(decideVoid(stuck, after(early))).toMatchObject({ refused: 'document-seal-delayed' });
    expect(decideVoid(stuck, after(8 * day))).toEqual({ status: 'voided' });
  });

  test('a document that is waiting to be sealed cannot be voided', () => {
    const waiting = { status: 'sealing', sealProblem: null, updatedAt: signed } as const;
    expect(decideVoid(waiting, after(90 * day))).toMatchObject({ refused: 'document-being-sealed' });
  });

  test('a pending document can always be voided, and a finished one never', () => {
    const accepted = documentStates.filter(
      (status) =>
        !('refused' in decideVoid({ status, sealProblem: null, updatedAt: signed }, after(90 * day))),
    );
    expect(accepted).toEqual(['sent']);
  });
});
