import { z } from 'zod';
import type { DateFormat, FormatsChange } from '#core/formats/formats.ts';
import type { FieldType } from '#core/field/field.ts';
import { hasLook, takesFile } from '#core/field/kinds.ts';
import type { Condition, FieldProperties } from '#core/field/properties.ts';
import { isDay } from '#core/formats/day.ts';
import { readLook } from '#core/formats/look.ts';
import { line } from '#core/language/one-line.ts';
import type { ImportedField, ImportedTemplate, ImportNote } from '#core/template/imported.ts';
import { importedPerson, reportUnknownSettings, reportTo, type Report } from './imported-settings.ts';
import {
  docusealOrder,
  docusealPerson,
  docusealPreferences,
  docusealSettings,
} from './read-docuseal-settings.ts';
import { groupNamer, several } from './read-values.ts';

const uuid = z.string().max(100);
const text = z.string().max(4000).nullish();

const area = z.looseObject({
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  page: z.number().int(),
  attachment_uuid: uuid.nullish(),
  option_uuid: uuid.nullish(),
  cell_w: z.number().nullish(),
});
const field = z.looseObject({
  uuid,
  submitter_uuid: uuid.nullish(),
  name: text,
  title: text,
  description: text,
  type: z.string().max(60),
  required: z.boolean().nullish(),
  readonly: z.boolean().nullish(),
  default_value: z.unknown().optional(),
  preferences: z
    .looseObject({
      formula: text,
      format: text,
      font_size: z.union([z.string().max(20), z.number()]).nullish(),
      font_type: text,
      align: text,
      color: text,
    })
    .nullish(),
  validation: z
    .looseObject({ pattern: text, min: z.unknown().optional(), max: z.unknown().optional() })
    .nullish(),
  options: z
    .array(z.looseObject({ uuid: uuid.nullish(), value: text }))
    .max(200)
    .nullish(),
  conditions: z
    .array(z.looseObject({ field_uuid: uuid.nullish(), value: text, action: text }))
    .max(50)
    .nullish(),
  areas: z.array(area).max(200).nullish(),
});
type Given = z.output<typeof field>;
type Area = z.output<typeof area>;

/**
 * Response of GET /templates/{id}, with positions as fractions of the page as displayed, and zero-based
 * pages.
 */
export const docusealExport = z.looseObject({
  name: z.string().max(1000),
  schema: z.array(z.looseObject({ attachment_uuid: uuid.nullish() })).max(100),
  submitters: z.array(z.looseObject({ uuid, name: text, email: text, order: z.number().nullish() })).max(200),
  fields: z.array(field).max(2000),
  preferences: docusealPreferences,
  shared_link: z.boolean().nullish(),
});

/** Value of a signing date, which signers cannot change ('Set signing date' in DocuSeal). */
const signingDate = '{{date}}';

const types: Readonly<Record<string, FieldType>> = {
  signature: 'signature',
  initials: 'initial',
  date: 'date',
  text: 'text',
  cells: 'text',
  number: 'number',
  phone: 'phone',
  checkbox: 'checkbox',
  multiple: 'checkbox',
  radio: 'radio',
  select: 'dropdown',
  file: 'attachment',
  image: 'image',
  stamp: 'stamp',
};

export function readDocuseal(given: z.output<typeof docusealExport>): ImportedTemplate {
  const left: ImportNote[] = [];
  const [first] = given.schema.flatMap(({ attachment_uuid }) => attachment_uuid ?? []);
  const groupOf = groupNamer();
  const report = reportTo(left);
  const preferences = given.preferences ?? {};
  const numbered = given.submitters.some(({ order }) => typeof order === 'number');
  const inTurn = docusealOrder(preferences, report) ?? true;
  if (given.shared_link) report('setting', 'shared_link');
  return {
    name: line(given.name, 200),
    description: 'Imported from DocuSeal',
    roles: given.submitters.map(({ uuid: id, name: called, email, order, ...others }, index) => {
      const name = line(called ?? '', 100);
      reportUnknownSettings(others, { handled: [] }, (code, key) => report(code, `${name}: ${key}`));
      return {
        name,
        role: 'signer' as const,
        turn: inTurn ? (numbered ? (order ?? index) : index) + 1 : 1,
        person: importedPerson({ email, name: '' }, report),
        settings: docusealPerson(preferences, { uuid: id, name }, report),
      };
    }),
    fields: given.fields.flatMap((one) => fieldsOf(one, given, { file: first, left, groupOf })),
    settings: docusealSettings(preferences, report),
    formats: formatsOf(given.fields, report),
    private: false,
    left,
  };
}

/** Returns the field type. A date that the signer chooses becomes a date to enter. */
function typeOf({ type, default_value: value }: Given): FieldType | undefined {
  if (type === 'date' && value !== signingDate) return 'dateEntry';
  return Object.hasOwn(types, type) ? types[type] : undefined;
}

/** DocuSeal's date formats that exist here too. */
const dateFormats: Readonly<Record<string, DateFormat>> = {
  'YYYY-MM-DD': 'yyyy-MM-dd',
  'DD/MM/YYYY': 'dd/MM/yyyy',
  'MM/DD/YYYY': 'MM/dd/yyyy',
  'DD.MM.YYYY': 'dd.MM.yyyy',
  'MMM D, YYYY': 'MMM d, yyyy',
  'D MMMM YYYY': 'd MMMM yyyy',
};

/**
 * Returns the date format of the first date field, if it is supported here, because a document prints all its
 * dates in one format.
 */
function formatsOf(fields: readonly Given[], report: Report): FormatsChange {
  const asked = fields.flatMap(({ type, preferences }) =>
    type === 'date' && preferences?.format ? [preferences.format] : [],
  );
  const [first] = asked;
  if (first === undefined) return {};
  const dateFormat = Object.hasOwn(dateFormats, first) ? dateFormats[first] : undefined;
  if (!dateFormat || new Set(asked).size > 1) report('setting', 'format');
  return { ...(dateFormat && { dateFormat }) };
}

const nameOf = ({ name, title, type }: Given): string => line(title || name || type, 100);

function fieldsOf(
  one: Given,
  { submitters, fields }: z.output<typeof docusealExport>,
  {
    file,
    left,
    groupOf,
  }: { file: string | undefined; left: ImportNote[]; groupOf: ReturnType<typeof groupNamer> },
): ImportedField[] {
  const name = nameOf(one);
  const addNote = (code: ImportNote['code'], page: number | null) => left.push({ code, name, page });
  const areas = (one.areas ?? []).filter(({ attachment_uuid, page }) => {
    const here = !attachment_uuid || attachment_uuid === file;
    if (!here) addNote('other-file', page + 1);
    return here;
  });
  const at = areas[0] ? areas[0].page + 1 : null;
  const type = typeOf(one);
  if (!type) {
    addNote('kind', at);
    return [];
  }
  const { preferences, validation } = one;
  // DocuSeal verifies phone numbers by text message.
  if (preferences?.formula || validation?.pattern || type === 'phone') addNote('rule', at);
  const showWhen = conditionOf(one, fields);
  if (one.conditions?.length && !showWhen) addNote('condition', at);
  const index = submitters.findIndex((submitter) => submitter.uuid === one.submitter_uuid);
  const grouped = type === 'radio' || one.type === 'multiple';
  const group = grouped ? groupOf(one.name, one.title, one.uuid) : '';
  return areas.map((place, number) => {
    const option =
      one.options?.find((each) => each.uuid && each.uuid === place.option_uuid) ?? one.options?.[number];
    return {
      ref: number === 0 ? one.uuid : `${one.uuid}.${number}`,
      type,
      role: index < 0 ? null : index,
      page: place.page + 1,
      x: place.x,
      y: place.y,
      width: place.w,
      height: place.h,
      required: one.required ?? (type !== 'checkbox' && !takesFile(type)),
      label:
        type === 'radio'
          ? ''
          : line((one.type === 'multiple' && option?.value) || one.title || one.name || '', 100),
      properties: {
        ...propertiesOf(one, type, { place, option: option?.value ?? '', group }),
        ...(showWhen && { showWhen }),
      },
    };
  });
}

function propertiesOf(
  one: Given,
  type: FieldType,
  { place, option, group }: { place: Area; option: string; group: string },
): FieldProperties {
  const value = one.default_value;
  const texts = (one.options ?? []).flatMap((each) => each.value ?? []);
  const choices = several(texts);
  const given = typeof value === 'string' || typeof value === 'number' ? line(String(value), 1000) : '';
  const written =
    type === 'text' ||
    (type === 'dateEntry' && isDay(given)) ||
    type === 'number' ||
    type === 'phone' ||
    (type === 'dropdown' && choices.includes(given));
  const { min, max } = one.validation ?? {};
  const chosen = Array.isArray(value) ? value.includes(option) : value === option;
  return {
    ...(one.description && { help: line(one.description, 300) }),
    ...(written && given !== '' && { value: given, ...(one.readonly && { readOnly: true }) }),
    ...(type === 'number' && typeof min === 'number' && { min }),
    ...(type === 'number' && typeof max === 'number' && { max }),
    ...(type === 'dateEntry' && dayLimits(min, max)),
    ...(one.type === 'cells' &&
      place.cell_w && { comb: Math.min(60, Math.max(1, Math.round(place.w / place.cell_w))) }),
    ...(type === 'dropdown' && { choices }),
    ...(type === 'radio' && { group, choice: line(option, 100), ...(chosen && option && { value: 'true' }) }),
    ...(one.type === 'multiple' && { group, ...(chosen && option && { value: 'true' }) }),
    ...(one.type === 'checkbox' && value === true && { value: 'true' }),
    ...(hasLook(type) && lookIn(one.preferences ?? {})),
  };
}

function lookIn({ font_size, font_type, align, color }: NonNullable<Given['preferences']>) {
  const weight = font_type?.startsWith('bold') ? 'bold' : undefined;
  return readLook({ size: Number(font_size), align, color, weight });
}

/** Returns the limits of a date: a day, or the signing date. */
function dayLimits(min: unknown, max: unknown): Pick<FieldProperties, 'earliest' | 'latest'> {
  const [earliest, latest] = [min, max].map((limit) =>
    limit === signingDate ? 'signing' : typeof limit === 'string' && isDay(limit) ? limit : undefined,
  );
  return { ...(earliest && { earliest }), ...(latest && { latest }) };
}

/** Returns the condition of a field. Only one is supported, on another field of the same person. */
function conditionOf({ conditions, submitter_uuid }: Given, fields: readonly Given[]): Condition | undefined {
  const [only, ...more] = conditions ?? [];
  const other = fields.find((one) => only && one.uuid === only.field_uuid);
  if (!only || more.length > 0 || !other || other.submitter_uuid !== submitter_uuid) return undefined;
  const isOption = other.options?.find((option) => option.uuid && option.uuid === only.value);
  const kind = typeOf(other);
  if (kind === 'radio' || other.type === 'multiple') return undefined;
  if (only.action === 'not_empty' || only.action === 'checked')
    return { fieldId: other.uuid, is: 'filled', value: '' };
  if (only.action !== 'equal' && only.action !== 'contains') return undefined;
  const value = line(isOption?.value ?? only.value ?? '', 1000);
  return { fieldId: other.uuid, is: only.action === 'equal' ? 'equals' : 'contains', value };
}
