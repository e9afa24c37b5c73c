import type { Scope } from '#core/permission/scope.ts';
import type { useTranslation } from '../words.ts';

/** Returns what a program may do with this scope, as a continuation of 'It can'. */
export function scopeText(t: ReturnType<typeof useTranslation>['t'], scope: Scope): string {
  return t(`keys.scope.${scope.replace(':', '-') as `${string}-${string}`}` as 'keys.scope.documents-read');
}
