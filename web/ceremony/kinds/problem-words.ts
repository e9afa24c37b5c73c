import type { ValueProblem } from '#core/field/check-value.ts';
import { t } from '../words.ts';

type Days = { print: (day: string) => string; signingDay: string };

/** Returns why a value is refused, in the language of the page. Days are formatted as in the document. */
export function problemText(found: ValueProblem, days?: Days): string {
  if (found.problem === 'not-a-date')
    return t('problem.not-a-date', { example: days?.print(days.signingDay) ?? '' });
  if (found.problem === 'too-early' || found.problem === 'too-late')
    return t(`problem.${found.problem}`, { limit: days?.print(found.limit) ?? found.limit });
  if (found.problem === 'too-small' || found.problem === 'too-large') {
    // The limit has no thousands separators, because the field would refuse a number typed that way.
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
