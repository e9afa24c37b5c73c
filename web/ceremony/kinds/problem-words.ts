import type { ValueProblem } from '#core/field/check-value.ts';
import { t } from '../words.ts';

type Days = { print: (day: string) => string; signingDay: string };

/** Returns why a value is refused, in the words of the signer's page. Days are printed as in the document. */
export function problemText(found: ValueProblem, days?: Days): string {
  if (found.problem === 'not-a-date')
    return t('problem.not-a-date', { example: days?.print(days.signingDay) ?? '' });
  if (found.problem === 'too-early' || found.problem === 'too-late')
    return t(`problem.${found.problem}`, { limit: days?.print(found.limit) ?? found.limit });
  if (found.problem === 'too-small' || found.problem === 'too-large') {
    // Formats the limit as it must be typed, because a comma between thousands would be refused.
    return t(`problem.${found.problem}`, { limit: String(found.limit) });
  }
  if (found.problem !== 'format') {
    return 'limit' in found
      ? t(`problem.${found.problem}`, { limit: found.limit })
      : t(`problem.${found.problem}`);
  }
  // Any text satisfies 'any', and a mask has a separate message.
  return found.limit === 'any' || found.limit === 'mask' ? '' : t(`problem.format.${found.limit}`);
}
