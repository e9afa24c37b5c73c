import type { Config } from '../../foundation/config/config.ts';

/** Returns the operator's name as invitations show it. */
export function operatorOf({ operatorName, publicUrl }: Pick<Config, 'operatorName' | 'publicUrl'>): string {
  return operatorName ?? new URL(publicUrl).hostname;
}
