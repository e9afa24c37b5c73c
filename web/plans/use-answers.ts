import { plans } from '#core/plan/plans.ts';
import { useLongText } from '../api/long-texts.ts';
import { arePlansOff } from './plans-off.ts';

const { limits } = plans.free;
type Answer = { id: string; question: string; answer: string };

/**
 * Frequently asked questions with numbers from the plan table. If plans are off, questions about limits are
 * left out.
 */
export function useAnswers(): Answer[] | undefined {
  const answers = useLongText('support')?.filter(({ id }: Answer) => id !== 'limits' || !arePlansOff());
  return answers?.map((entry: Answer) => {
    const answer = entry.answer
      .replace('{{freeDocuments}}', String(limits.documentsPerMonth))
      .replace('{{freeRecipients}}', String(limits.recipientsPerDocument));
    return { ...entry, answer };
  });
}
