import type { Scope } from '#core/permission/scope.ts';
import type { useWords } from '../words.ts';

/** The acts of a program in this scope, as they stand behind 'It may'. */
export function scopeWords(t: ReturnType<typeof useWords>['t'], scope: Scope): string {
  return t(`keys.scope.${scope.replace(':', '-') as `${string}-${string}`}` as 'keys.scope.documents-read');
}
