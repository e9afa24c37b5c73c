import type { ValueProblem } from '#core/field/check-value.ts';
import { t } from '../words.ts';

/** Why a value is refused, in the words of the signer's page. */
export function problemText(found: ValueProblem): string {
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
