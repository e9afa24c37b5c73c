import type { Services } from '../../services.ts';

/** Returns the operator's name as invitations show it. */
export function operatorOf({
  operatorName,
  publicUrl,
}: Pick<Services['config'], 'operatorName' | 'publicUrl'>): string {
  return operatorName ?? new URL(publicUrl).hostname;
}
