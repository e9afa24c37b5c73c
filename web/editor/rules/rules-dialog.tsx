import { useState } from 'react';
import { normalizeEntry } from '#core/field/check-value.ts';
import { fieldFaults, type FaultyField } from '#core/field/field-faults.ts';
import { isTickType, type Field } from '#core/field/field.ts';
import type { Condition } from '#core/field/properties.ts';
import { evaluateRecorded } from '#core/field/rules/earlier-fields.ts';
import { conditionsOf, isComputed, namesOf, sourcesOf } from '#core/field/rules/references.ts';
import { isRuleFault } from '#core/field/rules/rule-faults.ts';
import { printedForm } from '#core/field/printed-texts.ts';
import { useRequiredTexts, type TranslateOf } from '../../api/later-words.ts';
import { useAccountFormats } from '../../parts/account-formats.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { ChoiceSwitches } from '../../parts/forms/choice-switches.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { focusField } from '../canvas/focus-field.ts';
import { SwitchLine } from '../../parts/forms/switch-line.tsx';
import { ruleFaultText } from '../state/value-fault.ts';
import { useEditor } from '../state/editor-state.ts';
import { useRuledDocument } from './rule-names.ts';

type Props = { open: boolean; onClose: () => void };
type Values = Readonly<Record<string, string>>;

/** All conditions and formulas of the document as sentences, and their results for test values. */
export function RulesDialog({ open, onClose }: Props) {
  const t = useRequiredTexts('field-kinds');
  const ruled = useRuledDocument();
  const [values, setValues] = useState<Values>({});
  const { fields, isEarlier } = ruled;
  const withRules = fields.filter(({ properties }) => properties?.showWhen || properties?.formula);
  const faults = fieldFaults(fields, [], isEarlier);
  const results = useResults(values);
  return (
    <Dialog open={open} onClose={onClose} title={t('rules')} description={t('rulesAbout')} size="wide">
      {withRules.length === 0 ? (
        <p className="text-muted">{t('rulesNone')}</p>
      ) : (
        <div className="grid gap-6 sm:grid-cols-[1fr_16rem]">
          <ul className="flex min-w-0 flex-col gap-3">
            {withRules.map((field) => (
              <RuleItem
                key={field.id}
                field={field}
                fault={faults.find((one) => one.field.id === field.id && isRuleFault(one.fault))}
                result={results(field)}
                onLeave={onClose}
              />
            ))}
          </ul>
          <Simulator values={values} onChange={(id, value) => setValues({ ...values, [id]: value })} />
        </div>
      )}
    </Dialog>
  );
}

type Result = { isShown: boolean; text: string };

/** Evaluates the rules as if every recipient had signed with these values. */
function useResults(values: Values): (field: Field) => Result {
  const { document } = useEditor();
  const ofAccount = useAccountFormats();
  const { fields, signingOrder, recipients } = useRuledDocument();
  const stored = fields.map((field) => {
    const value = values[field.id] ?? field.properties?.value ?? '';
    return [field.id, isTickType(field.type) ? value : normalizeEntry(field, value)] as const;
  });
  const isMade = (type: Field['type'], id: string) =>
    fields.some((one) => one.type === type && one.recipientId === id && values[one.id] === 'true');
  // Fields without a recipient are grouped as those of one additional person.
  const nobody = { id: '', role: 'signer' as const, turn: 0 };
  const people = [...recipients, nobody];
  const owned = fields.map((field) => ({ ...field, recipientId: field.recipientId ?? nobody.id }));
  const marks = people.map(({ id }) => {
    return [id, { hasSignature: isMade('signature', id), hasInitials: isMade('initial', id) }] as const;
  });
  const evaluations = evaluateRecorded(
    { signingOrder, fields: owned, recipients: people },
    { values: new Map(stored), marks: new Map(marks) },
  );
  const shown = new Set(evaluations.flatMap((one) => one.shown.map(({ id }) => id)));
  return (field) => {
    const value = evaluations.map(({ valueOf }) => valueOf(field.id)).find((one) => one !== '') ?? '';
    const text = isComputed(field) ? printedForm(field, value, document.formats ?? ofAccount) : '';
    return { isShown: shown.has(field.id), text };
  };
}

type ItemProps = { field: Field; fault: FaultyField | undefined; result: Result; onLeave: () => void };

/** A field with its rules. Clicking its name shows it on the page. */
function RuleItem({ field, fault, result, onLeave }: ItemProps) {
  const t = useRequiredTexts('field-kinds');
  const { change } = useEditor();
  const { fields, nameOf } = useRuledDocument();
  const { showWhen, formula } = field.properties ?? {};
  const { match, conditions } = showWhen ? conditionsOf(showWhen) : { match: 'all', conditions: [] };
  const go = () => {
    change({ kind: 'select', ids: [field.id] });
    onLeave();
    focusField(field.id);
  };
  return (
    <li className="rounded-md border border-line p-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Button look="link" size="text" className="min-w-0 whitespace-normal text-start" onClick={go}>
          {nameOf(field)}
        </Button>
        <Badge tone={result.isShown ? 'ok' : 'plain'}>{t(result.isShown ? 'nowShown' : 'nowHidden')}</Badge>
      </div>
      {conditions.length > 0 ? (
        <div className="mt-1.5 text-sm">
          <p className="text-muted">{t(match === 'all' ? 'saysAll' : 'saysAny')}</p>
          <ul className="ms-4 list-disc">
            {conditions.map((condition, at) => (
              <li key={at}>{conditionText(t, condition, fields, nameOf)}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {formula ? (
        <p className="mt-1.5 text-sm">
          <span className="text-muted">{t('saysFormula')}</span> <bdi dir="ltr">{formula}</bdi>
          <output className="ms-2 font-medium tabular-nums">= {result.text || t('resultEmpty')}</output>
        </p>
      ) : null}
      {fault ? <p className="mt-1.5 text-sm text-danger">{ruleFaultText(fault)}</p> : null}
    </li>
  );
}

function conditionText(
  t: TranslateOf<'field-kinds'>,
  { fieldId, is, value }: Condition,
  fields: readonly Field[],
  nameOf: (field: Field) => string,
): string {
  const source = fields.find(({ id }) => id === fieldId);
  return t(`says.${is}`, { field: source ? nameOf(source) : t('conditionLost'), value });
}

type SimulatorProps = { values: Values; onChange: (id: string, value: string) => void };

/** Inputs for all fields that rules refer to. */
function Simulator({ values, onChange }: SimulatorProps) {
  const t = useRequiredTexts('field-kinds');
  const { fields } = useRuledDocument();
  const byId = new Map(fields.map((field) => [field.id, field]));
  const names = namesOf(fields);
  const referred = new Set(fields.flatMap((field) => sourcesOf(field, byId, names)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-md bg-sunken p-3">
      <legend className="float-start mb-1 w-full text-sm font-semibold">{t('simulator')}</legend>
      {[...referred]
        .filter((field) => !isComputed(field))
        .map((field) => (
          <Trial
            key={field.id}
            field={field}
            value={values[field.id] ?? field.properties?.value ?? ''}
            onChange={(value) => onChange(field.id, value)}
          />
        ))}
    </fieldset>
  );
}

function Trial({
  field,
  value,
  onChange,
}: {
  field: Field;
  value: string;
  onChange: (value: string) => void;
}) {
  const t = useRequiredTexts('field-kinds');
  const { nameOf } = useRuledDocument();
  const label = nameOf(field);
  switch (field.type) {
    case 'checkbox':
    case 'radio':
    case 'signature':
    case 'initial':
    case 'attachment':
    case 'image':
    case 'stamp':
      return (
        <SwitchLine label={label} checked={value === 'true'} onChange={(on) => onChange(on ? 'true' : '')} />
      );
    case 'dropdown': {
      const choices = field.properties?.choices ?? [];
      return (
        <SelectField
          label={label}
          value={value === '' ? none : value}
          options={[
            { value: none, text: t('resultEmpty') },
            ...choices.map((choice) => ({ value: choice, text: choice })),
          ]}
          onChange={(next) => onChange(next === none ? '' : next)}
        />
      );
    }
    case 'multiChoice':
      return (
        <ChoiceSwitches
          label={label}
          choices={field.properties?.choices ?? []}
          value={value}
          onChange={onChange}
        />
      );
    default:
      return (
        <InputField
          label={label}
          {...(field.type === 'dateEntry' ? { type: 'date' } : {})}
          {...(field.type === 'number' ? { inputMode: 'decimal' as const } : {})}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}

/** Represents no choice, because an option cannot have an empty value. */
const none = '\u0000';
