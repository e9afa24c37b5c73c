import { useId, useState } from 'react';
import { fieldLabel } from '../entries/field-box.tsx';
import { Sheet } from '../sheet.tsx';
import { t } from '../words.ts';
import type { KindDialogProps } from './kind-dialog.ts';
import { Button, buttonLook } from '../../kit/button.tsx';

/**
 * Answers a question whose radio buttons are only a few pixels wide on the page. The value is the id of the
 * chosen button.
 */
export function ChoiceDialog({ field, fields, values, ended, onValue, onClose }: KindDialogProps) {
  const { group, help } = field.properties ?? {};
  const choices = fields.filter(({ type, properties }) => type === 'radio' && properties?.group === group);
  const [chosen, setChosen] = useState(choices.find(({ id }) => values[id] === true)?.id ?? '');
  const name = useId();
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
          {choices.map(({ id, label, properties }) => (
            <label key={id} {...buttonLook({ className: 'choice' })}>
              <input
                type="radio"
                name={name}
                required
                checked={chosen === id}
                onChange={() => setChosen(id)}
              />
              <span>{label.trim() || properties?.choice}</span>
            </label>
          ))}
        </fieldset>
        <div className="row end">
          <Button onClick={onClose}>{t('text.cancel')}</Button>
          <Button type="submit" look="primary">
            {t('text.done')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
