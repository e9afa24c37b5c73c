import { withoutGuard } from '#core/field/number-format.ts';
import type { Language } from '#core/language/language.ts';

/** A canonical number as the reader writes decimals, without groups, so that it has one reading. */
export function plainNumber(value: string, language: Language): string {
  const plain = withoutGuard(value);
  return language === 'de' || language === 'es' || language === 'fr' ? plain.replace('.', ',') : plain;
}
