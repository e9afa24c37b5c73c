import { withoutGuard } from '#core/field/values/number-format.ts';
import { intlLocale, type Language } from '#core/language/language.ts';

/**
 * Returns a canonical number with the reader's decimal separator and without grouping, so that it has one
 * reading.
 */
export function plainNumber(value: string, language: Language): string {
  const separator = (1.5).toLocaleString(intlLocale(language)).charAt(1);
  return withoutGuard(value).replace('.', separator);
}
