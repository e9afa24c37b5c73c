import { plans } from '#core/plan/plans.ts';
import { useLongText } from '../api/long-texts.ts';

const { limits } = plans.free;
type Answer = { id: string; question: string; answer: string };

/** Frequently asked questions, with all numbers from the plan table. */
export function useAnswers(): Answer[] | undefined {
  return useLongText('support')?.map((entry: Answer) => {
    const answer = entry.answer
      .replace('{{freeDocuments}}', String(limits.documentsPerMonth))
      .replace('{{freeRecipients}}', String(limits.recipientsPerDocument));
    return { ...entry, answer };
  });
}
