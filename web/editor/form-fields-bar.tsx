import { TextCursorInput } from 'lucide-react';
import { useState } from 'react';
import type { Field } from '#core/field/field.ts';
import { renewFields } from '#core/field/renew-fields.ts';
import { Button } from '../parts/button.tsx';
import { useTranslation } from '../words.ts';
import { useEditor } from './state/editor-state.ts';
import { newId } from '../kit/new-id.ts';

/** Offers to convert the form fields of the uploaded file for the selected recipient. */
export function FormFieldsBar() {
  const { t } = useTranslation();
  const { document, layout, change, activeRecipient } = useEditor();
  const [dismissed, setDismissed] = useState(false);
  const offered = document.formFields ?? [];
  const isUsed = offered.some((offer) =>
    layout.fields.some(({ page, x, y }) => page === offer.page && near(x, offer.x) && near(y, offer.y)),
  );
  if (offered.length === 0 || isUsed || dismissed) return null;
  const use = () => {
    const fields = offered.map((offer): Field => ({
      ...offer,
      id: offer.id ?? '',
      recipientId: activeRecipient?.id ?? null,
      required: offer.required ?? false,
      label: offer.label ?? '',
      properties: offer.properties ?? {},
    }));
    change({ kind: 'place', fields: renewFields(fields, newId) });
  };
  return (
    <p className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-ink-soft px-4 py-2 sm:px-5">
      <TextCursorInput aria-hidden="true" className="size-[18px] shrink-0 stroke-[1.75]" />
      {t('editor.formFields', { count: offered.length })}
      <Button look="link" size="text" onClick={use}>
        {t('editor.useFormFields', { count: offered.length })}
      </Button>
      <Button look="link" size="text" className="text-muted" onClick={() => setDismissed(true)}>
        {t('editor.notNow')}
      </Button>
    </p>
  );
}

function near(one: number, other: number): boolean {
  return Math.abs(one - other) < 1;
}
