import { useTranslation } from '../../words.ts';
import { useSelects, type DefaultsProps } from './default-selects.ts';
import { InputField, TextAreaField } from './form-field.tsx';

/** The default subject and message. A blank one is inherited. */
export function DefaultTexts(props: DefaultsProps) {
  const { values, inherited } = props;
  const { t } = useTranslation();
  const { say, inherits, set } = useSelects(props);
  const sourceOf = (name: 'subject' | 'message') =>
    !values[name] && inherited.values[name] ? inherits(name, say('defaults.shown')) : '';
  const change = (name: 'subject' | 'message', value: string) =>
    set({ [name]: value.trim() === '' ? undefined : value });
  const parts = say('defaults.subjectHint', { title: '{{title}}', sender: '{{sender}}' });
  return (
    <div className="flex flex-col gap-4 sm:col-span-2">
      <InputField
        label={t('send.subject')}
        maxLength={200}
        value={values.subject ?? ''}
        placeholder={inherited.values.subject}
        hint={[parts, sourceOf('subject')].filter(Boolean).join(' ')}
        onChange={({ target }) => change('subject', target.value)}
      />
      <TextAreaField
        label={t('send.message')}
        maxLength={5000}
        rows={3}
        value={values.message ?? ''}
        placeholder={inherited.values.message}
        hint={sourceOf('message')}
        onChange={({ target }) => change('message', target.value)}
      />
    </div>
  );
}
