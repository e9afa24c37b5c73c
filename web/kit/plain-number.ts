import { withoutGuard } from '#core/field/values/number-format.ts';
import type { Language } from '#core/language/language.ts';

/**
 * Returns a canonical number with the reader's decimal separator and without grouping, so that it has one
 * reading.
 */
export function plainNumber(value: string, language: Language): string {
  const plain = withoutGuard(value);
  return language === 'en' || language === 'ar' ? plain : plain.replace('.', ',');
}
