import type { Services } from '../services.ts';

/** How the operator of this installation is called in an invitation. */
export function operatorOf({
  operatorName,
  publicUrl,
}: Pick<Services['config'], 'operatorName' | 'publicUrl'>): string {
  return operatorName ?? new URL(publicUrl).hostname;
}
