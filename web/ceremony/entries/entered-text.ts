import type { FieldView } from '#contract/documents/documents.ts';
import { isFixed } from '#core/field/rules/references.ts';
import { adopted, type Entries } from './entries.ts';
import { fieldLabel } from './field-box.tsx';
import { askedFields } from './next-step.ts';
import { isTick, valueText } from './shown-fields.ts';
import { t } from '../words.ts';

/** Returns all entered or ticked values for copying, one per line, or ''. */
export function enteredText(fields: readonly FieldView[], entries: Entries): string {
  const lines = askedFields(fields).flatMap((field) => {
    if (isFixed(field) || field.type === 'date') return [];
    const value = isTick(field)
      ? entries.values[field.id] === true && t('entries.ticked')
      : valueText(field, entries);
    return value ? [`${fieldLabel(field)}: ${value}`] : [];
  });
  const signature = adopted(entries.signature);
  if (signature?.kind === 'text') lines.push(`${t('entries.signature')}: ${signature.text}`);
  return lines.join('\n');
}
