import { useId, useState } from 'react';
import type { FieldView } from '#contract/documents.ts';
import { longestText } from '#core/field/fill.ts';
import { fieldLabel } from './field-box.tsx';
import { Sheet } from './sheet.tsx';
import { t } from './words.ts';

type Props = { field: FieldView; text: string; onText: (text: string) => void; onClose: () => void };

/** Filling in a text field: at reading size, because the box on a phone's page is a few pixels high. */
export function TextDialog({ field, text, onText, onClose }: Props) {
  const input = useId();
  const [draft, setDraft] = useState(text);
  return (
    <Sheet title={fieldLabel(field)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onText(draft.trim());
          onClose();
        }}
      >
        <label htmlFor={input} className="muted">
          {t(field.required ? 'text.hintRequired' : 'text.hintOptional')}
        </label>
        <input
          id={input}
          className="input"
          aria-label={fieldLabel(field)}
          value={draft}
          maxLength={longestText}
          required={field.required}
          autoFocus
          onChange={(event) => setDraft(event.target.value)}
        />
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            {t('text.cancel')}
          </button>
          <button type="submit" className="button primary">
            {t('text.done')}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
