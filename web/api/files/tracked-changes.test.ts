import { expect, test } from 'vitest';
import { chooseTrackedChanges, currentQuestion } from './tracked-changes.ts';

test('two uploads ask their questions one after the other, and each gets its own answer', async () => {
  const lease = chooseTrackedChanges('Lease.docx');
  const offer = chooseTrackedChanges('Offer.docx');
  expect(currentQuestion()?.fileName).toBe('Lease.docx');
  currentQuestion()?.answer('accept');
  expect(currentQuestion()?.fileName).toBe('Offer.docx');
  currentQuestion()?.answer(null);
  expect(currentQuestion()).toBeUndefined();
  expect(await Promise.all([lease, offer])).toEqual(['accept', null]);
});
