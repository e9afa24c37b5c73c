import { Plus, Trash2 } from 'lucide-react';
import { useRequiredTexts } from '../api/later-words.ts';
import { SwitchLine } from '../parts/forms/switch-line.tsx';
import { isBlank } from '#core/language/visible.ts';
import { MAX_LIST_ROWS } from '#core/template/template.ts';
import { Button } from '../parts/button.tsx';
import { ChoiceSwitches } from '../parts/forms/choice-switches.tsx';
import { InputField, TextAreaField } from '../parts/forms/form-field.tsx';
import { SelectField } from '../parts/forms/select-field.tsx';
import { questionsOfPlaceholders, type Entered, type Question } from './asked-values.ts';

type Props = {
  questions: readonly Question[];
  entered: Entered;
  onChange: (entered: Entered) => void;
  /** True after an attempt to submit, so that blank required values are marked. */
  complains: boolean;
};

/** The values that a template asks its sender for, under a heading such as 'Fill in 6 values'. */
export function TemplateValues(props: Props) {
  const t = useRequiredTexts('templates');
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">{t('templates.fillIn', { count: props.questions.length })}</legend>
      <ValueInputs {...props} />
    </fieldset>
  );
}

/** The inputs for values, without a heading. */
export function ValueInputs({ questions, entered, onChange, complains }: Props) {
  const t = useRequiredTexts('templates');
  return questions.map((question) => {
    const { key, label, kind, required, field } = question;
    const value = entered[key];
    const change = (next: Entered[string]) => onChange({ ...entered, [key]: next });
    const name = label || t('templates.valueOnPage', { page: field?.page ?? 1 });
    if (kind === 'list')
      return <Rows key={key} question={question} entered={entered} put={change} complains={complains} />;
    if (kind === 'condition')
      return <SwitchLine key={key} label={name} checked={value === true} onChange={change} />;
    const text = typeof value === 'string' ? value : '';
    const isMissing = complains && required && isBlank(text);
    const around = {
      label: required ? name : t('templates.valueOptional', { name }),
      ...(isMissing && { error: t('templates.valueMissing') }),
    };
    const choices = field?.type === 'dropdown' ? (field.properties?.choices ?? []) : [];
    if (choices.length > 0)
      return (
        <SelectField
          key={key}
          {...around}
          {...(isMissing && { hint: t('templates.valueMissing') })}
          value={text}
          options={['', ...choices].map((choice) => ({ value: choice, text: choice || '–' }))}
          onChange={change}
        />
      );
    if (field?.type === 'multiChoice')
      return (
        <ChoiceSwitches
          key={key}
          {...around}
          choices={field.properties?.choices ?? []}
          value={text}
          onChange={change}
        />
      );
    const control = { value: text, maxLength: 1000, autoComplete: 'off' };
    return field?.type === 'dateEntry' ? (
      <InputField
        key={key}
        {...around}
        {...control}
        type="date"
        onChange={({ target }) => change(target.value)}
      />
    ) : !field || field.properties?.multiline || field.type === 'address' ? (
      <TextAreaField
        key={key}
        {...around}
        {...control}
        rows={1}
        className="min-h-9"
        onChange={({ target }) => change(target.value)}
      />
    ) : (
      <InputField key={key} {...around} {...control} onChange={({ target }) => change(target.value)} />
    );
  });
}

type RowsProps = Pick<Props, 'entered' | 'complains'> & {
  question: Question;
  put: (rows: Entered[string]) => void;
};

function Rows({ question: { key, label, columns = [] }, entered, put, complains }: RowsProps) {
  const t = useRequiredTexts('templates');
  const value = entered[key];
  const rows = Array.isArray(value) ? (value as Entered[]) : [];
  const save = (next: readonly Entered[]) => put(next as Entered[string]);
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium">{label}</legend>
      {rows.map((row, index) => (
        <div key={index} className="flex flex-col gap-3 border-b border-line pb-3">
          <div className="flex items-center justify-between gap-2">
            <span className="text-xs text-muted">{t('templates.row', { number: index + 1 })}</span>
            <Button
              size="small"
              aria-label={t('templates.rowRemove', { number: index + 1 })}
              onClick={() => save(rows.filter((_, at) => at !== index))}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </div>
          <ValueInputs
            questions={questionsOfPlaceholders(columns, row)}
            entered={row}
            onChange={(changed) => save(rows.map((one, at) => (at === index ? changed : one)))}
            complains={complains}
          />
        </div>
      ))}
      {rows.length < MAX_LIST_ROWS ? (
        <Button size="small" className="self-start" onClick={() => save([...rows, {}])}>
          <Plus aria-hidden="true" />
          {t('templates.rowAdd')}
        </Button>
      ) : null}
    </fieldset>
  );
}
