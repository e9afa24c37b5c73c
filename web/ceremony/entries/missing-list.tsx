import type { FieldView } from '#contract/documents/documents.ts';
import { fieldElementId, fieldLabel } from './field-box.tsx';
import type { Target } from './scroll-to-target.ts';
import { counts, askedFields, isFilled, type Done } from './next-step.ts';
import { t } from '../words.ts';
import { Button } from '../../kit/button.tsx';

export type Missing = {
  key: string;
  title: string;
  text: string;
  target: Target;
};

/** Returns everything the signer still has to enter, in the order of specification §5. */
export function missingFrom(fields: readonly FieldView[], done: Done): Missing[] {
  const missing: Missing[] = [];
  if (!done.hasSignature) {
    const [title, text] = [t('missing.signatureTitle'), t('missing.signature')];
    missing.push({ key: 'signature', title, text, target: 'signature' });
  }
  for (const field of askedFields(fields)) {
    if (field.type === 'signature' || !counts(field, fields) || isFilled(field, done, fields)) continue;
    const text = t('missing.field', { field: fieldLabel(field), page: field.page });
    missing.push({ key: fieldElementId(field), title: t('field.missing'), text, target: field });
  }
  if (!done.consents) {
    const [title, text] = [t('missing.consentTitle'), t('missing.consent')];
    missing.push({ key: 'consent', title, text, target: 'consent' });
  }
  return missing;
}

/** A summary with a link to each missing item. */
export function MissingList({ missing, onGo }: { missing: Missing[]; onGo: (target: Target) => void }) {
  if (missing.length === 0) return null;
  return (
    <section className="card missing" aria-labelledby="missing-title">
      <h2 id="missing-title">{t('missing.title')}</h2>
      <ul>
        {missing.map(({ key, text, target }) => (
          <li key={key}>
            <Button look="link" size="text" onClick={() => onGo(target)}>
              {text}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
