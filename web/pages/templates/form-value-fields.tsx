import { formValueBounds, questionTypes } from '#core/form/form-values.ts';
import type { Placeholder } from '#core/template/placeholders.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import type { Question } from '../../documents/asked-values.ts';
import { ValueInputs } from '../../documents/template-values.tsx';
import { InputField, TextAreaField } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { SwitchLine } from '../../parts/forms/switch-line.tsx';
import { everyQuestion, newQuestion, type TypedQuestion, type TypedValues } from './form-values.ts';

type Props = {
  placeholders: readonly Placeholder[];
  values: TypedValues;
  onChange: (values: TypedValues) => void;
};

/** Sets for each placeholder of the Word file a fixed value, or a question to the visitor. */
export function FormValueFields({ placeholders, values, onChange }: Props) {
  const say = useRequiredTexts('templates');
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-2 text-sm font-medium">{say('formValues.title')}</legend>
      <p className="text-xs text-muted">{say('formValues.about')}</p>
      {everyQuestion(placeholders).map((question) => (
        <Source key={question.key} question={question} values={values} onChange={onChange} />
      ))}
    </fieldset>
  );
}

type SourceProps = { question: Question } & Pick<Props, 'values' | 'onChange'>;

function Source({ question, values, onChange }: SourceProps) {
  const say = useRequiredTexts('templates');
  const { key, kind } = question;
  const { [key]: asked, ...others } = values.asked;
  const ask = (next: TypedQuestion | undefined) =>
    onChange({ ...values, asked: next ? { ...others, [key]: next } : others });
  const fixed = (
    <ValueInputs
      questions={[question]}
      entered={values.fixed}
      complains={false}
      onChange={(entered) => onChange({ ...values, fixed: entered })}
    />
  );
  if (kind !== 'text') return fixed;
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line p-3">
      <SelectField
        label={`{{${key}}}`}
        value={asked ? 'asked' : 'fixed'}
        options={[
          { value: 'asked', text: say('formValues.ask') },
          { value: 'fixed', text: say('formValues.fixed') },
        ]}
        onChange={(source) => ask(source === 'asked' ? newQuestion : undefined)}
      />
      {asked ? <QuestionFields name={key} question={asked} onChange={ask} /> : fixed}
    </div>
  );
}

type QuestionProps = { name: string; question: TypedQuestion; onChange: (question: TypedQuestion) => void };

function QuestionFields({ name, question, onChange }: QuestionProps) {
  const say = useRequiredTexts('templates');
  const kinds = useRequiredTexts('field-kinds');
  const change = (part: Partial<TypedQuestion>) => onChange({ ...question, ...part });
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <InputField
          label={say('formValues.label')}
          placeholder={name}
          maxLength={formValueBounds.label}
          value={question.label}
          onChange={({ target }) => change({ label: target.value })}
        />
        <SelectField
          label={say('formValues.type')}
          value={question.type}
          options={questionTypes.map((type) => ({ value: type, text: kinds(`kind.${type}`) }))}
          onChange={(type) => change({ type })}
        />
      </div>
      {question.type === 'dropdown' ? (
        <TextAreaField
          label={say('formValues.choices')}
          hint={say('formValues.choicesHint')}
          required
          value={question.choices}
          onChange={({ target }) => change({ choices: target.value })}
        />
      ) : null}
      <SwitchLine
        label={say('formValues.required')}
        checked={question.required}
        onChange={(required) => change({ required })}
      />
    </>
  );
}
