import { fieldTypes, isWritten, type Field } from '#core/field/field.ts';
import { comparisons, type Condition, type FieldProperties, type ShowWhen } from '#core/field/properties.ts';
import { evaluateRecorded } from '#core/field/rules/earlier-fields.ts';
import { isComputed } from '#core/field/rules/references.ts';
import { textFormats } from '#core/field/text-format.ts';
import { recipientRoles } from '#core/recipient/recipient.ts';
import { isObject, textOf, type Evidence, type Json, type JsonObject } from '../evidence.ts';
import type { Finding } from '../report.ts';
import { isAct, type ReadEvent } from '../trail.ts';

/**
 * Computes every formula again. Checks that no field has a value although its conditions hid it, and that no
 * required field lacks one (docs/evidence.md, Rules). A single condition is not checked, because its meaning
 * changed before formulas existed.
 */
export function checkRules(
  { document, fields, recipients }: Pick<Evidence, 'document' | 'fields' | 'recipients'>,
  events: readonly ReadEvent[],
): Finding[] {
  if (!fields.some(({ properties }) => isObject(properties) && hasRule(properties))) return [];
  const acts = events.filter(isAct).flatMap(({ body: { actor, data }, values }) => {
    return actor.id === null ? [] : [{ id: actor.id, data, values }];
  });
  const values = new Map(
    acts.flatMap((act) =>
      Object.entries(act.values).flatMap(([name, value]): [string, string][] =>
        name.startsWith('field:') ? [[name.slice('field:'.length), value]] : [],
      ),
    ),
  );
  const marks = acts.map(({ id, data, values: { signature, initials } }) => {
    const hasSignature = Boolean(data['imageSha256'] ?? signature);
    return [id, { hasSignature, hasInitials: Boolean(data['initialsSha256'] ?? initials) }] as const;
  });
  const ruled = {
    signingOrder: document['signingOrder'] === 'sequential' ? ('sequential' as const) : ('parallel' as const),
    fields: fields.flatMap(readField),
    recipients: recipients.flatMap(({ id, role, order }) => {
      const known = recipientRoles.find((one) => one === role);
      return known ? [{ id, role: known, turn: order }] : [];
    }),
  };
  return evaluateRecorded(ruled, { values, marks: new Map(marks) }).flatMap(({ own, shown, valueOf }) => {
    const visible = new Set(shown);
    return own.flatMap((field): Finding[] => {
      const value = values.get(field.id) ?? '';
      const name = field.label || field.id;
      if (isComputed(field) && value !== valueOf(field.id)) return [{ code: 'formula-differs', name }];
      if (!isChecked(field)) return [];
      const isMissing = isWritten(field.type) && field.required && !isComputed(field) && value === '';
      const differs = visible.has(field) ? isMissing : value !== '';
      return differs ? [{ code: 'condition-differs', name }] : [];
    });
  });
}

function hasRule({ showWhen, formula }: JsonObject): boolean {
  return formula !== undefined || (isObject(showWhen) && !('fieldId' in showWhen));
}

function isChecked({ properties }: Field): boolean {
  return properties?.showWhen !== undefined && !('fieldId' in properties.showWhen);
}

/** Returns the parts of a field that rules use. */
function readField(field: JsonObject & { id: string }): Field[] {
  const type = fieldTypes.find((one) => one === field['type']);
  if (!type) return [];
  const { id, label, recipientId, required, properties } = field;
  return [
    {
      ...{ id, type, page: 1, x: 0, y: 0, width: 0, height: 0 },
      label: textOf(label ?? null) ?? '',
      recipientId: textOf(recipientId ?? null) ?? null,
      required: required === true,
      properties: isObject(properties) ? readProperties(properties) : {},
    },
  ];
}

function readProperties(json: JsonObject): FieldProperties {
  const properties: FieldProperties = {};
  const { showWhen, formula, format, choices } = json;
  for (const key of ['name', 'choice', 'mask'] as const) {
    const text = textOf(json[key] ?? null);
    if (text !== undefined) properties[key] = text;
  }
  for (const key of ['decimals', 'comb', 'maxLength'] as const) {
    const number = json[key];
    if (typeof number === 'number' && number >= 0 && number <= 1000) properties[key] = Math.trunc(number);
  }
  const known = textFormats.find((one) => one === format);
  if (known) properties.format = known;
  if (Array.isArray(choices)) properties.choices = choices.flatMap((choice) => textOf(choice) ?? []);
  if (typeof formula === 'string') properties.formula = formula;
  const read = isObject(showWhen) ? readShowWhen(showWhen) : undefined;
  if (read) properties.showWhen = read;
  return properties;
}

function readShowWhen(json: JsonObject): ShowWhen | undefined {
  const { all, any } = json;
  if (Array.isArray(all)) return { all: readConditions(all) };
  return Array.isArray(any) ? { any: readConditions(any) } : readConditions([json])[0];
}

function readConditions(list: readonly Json[]): Condition[] {
  return list.filter(isObject).flatMap((one) => {
    const is = comparisons.find((comparison) => comparison === one['is']);
    const [fieldId, value] = [textOf(one['fieldId'] ?? null), textOf(one['value'] ?? null)];
    return is && fieldId !== undefined && value !== undefined ? [{ fieldId, is, value }] : [];
  });
}
