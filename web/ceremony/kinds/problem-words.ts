import type { ValueProblem } from '#core/field/check-value.ts';
import { t } from '../words.ts';

type Days = { print: (day: string) => string; signingDay: string };

/** Why a value is refused, in the words of the signer's page. Days are printed as the document prints them. */
export function problemText(found: ValueProblem, days?: Days): string {
  if (found.problem === 'not-a-date')
    return t('problem.not-a-date', { example: days?.print(days.signingDay) ?? '' });
  if (found.problem === 'too-early' || found.problem === 'too-late')
    return t(`problem.${found.problem}`, { limit: days?.print(found.limit) ?? found.limit });
  if (found.problem === 'too-small' || found.problem === 'too-large') {
    // As it is to be typed: a comma between thousands would be refused.
    return t(`problem.${found.problem}`, { limit: String(found.limit) });
  }
  if (found.problem !== 'format') {
    return 'limit' in found
      ? t(`problem.${found.problem}`, { limit: found.limit })
      : t(`problem.${found.problem}`);
  }
  // A text of any form has no form to miss, and a mask is a problem of its own.
  return found.limit === 'any' || found.limit === 'mask' ? '' : t(`problem.format.${found.limit}`);
}
