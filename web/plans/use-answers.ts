import { plans } from '#core/plan/plans.ts';
import { useLongText } from '../api/long-texts.ts';

const { limits } = plans.free;
type Answer = { id: string; question: string; answer: string };

/** The questions that people ask most; numbers come from the plan table and nowhere else. */
export function useAnswers(): Answer[] | undefined {
  return useLongText('support')?.map((entry: Answer) => {
    const answer = entry.answer
      .replace('{{freeDocuments}}', String(limits.documentsPerMonth))
      .replace('{{freeRecipients}}', String(limits.recipientsPerDocument));
    return { ...entry, answer };
  });
}
