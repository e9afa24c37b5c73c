import { useId, useState } from 'react';
import { fieldLabel } from '../entries/field-box.tsx';
import { Sheet } from '../sheet.tsx';
import { t } from '../words.ts';
import type { KindDialogProps } from './kind-dialog.ts';

/**
 * Answers a question with radio buttons, which are a few pixels wide on the page. The value is the id of the chosen
 * button.
 */
export function ChoiceDialog({ field, choices, value, ended, onValue, onClose }: KindDialogProps) {
  const [chosen, setChosen] = useState(value);
  const name = useId();
  const { group, help } = field.properties ?? {};
  return (
    <Sheet title={group ?? fieldLabel(field)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onValue(chosen);
          onClose();
        }}
      >
        {ended !== null && (
          <p role="alert" className="fault">
            {ended} {t('ended.inDialog')}
          </p>
        )}
        {help && <p>{help}</p>}
        <fieldset className="choices">
          <legend className="hidden-heading">{group}</legend>
          {choices.map(({ id, text }) => (
            <label key={id} className="button choice">
              <input
                type="radio"
                name={name}
                required
                checked={chosen === id}
                onChange={() => setChosen(id)}
              />
              <span>{text}</span>
            </label>
          ))}
        </fieldset>
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
