import type { ValueProblem } from '#core/field/check-value.ts';
import { t } from '../words.ts';

/** Why a value is refused, in the words of the signer's page. */
export function problemText(found: ValueProblem): string {
  if (found.problem !== 'format') {
    return 'limit' in found
      ? t(`problem.${found.problem}`, { limit: found.limit })
      : t(`problem.${found.problem}`);
  }
  // A text of any form has no form to miss, and a mask is a problem of its own.
  return found.limit === 'any' || found.limit === 'mask' ? '' : t(`problem.format.${found.limit}`);
}
