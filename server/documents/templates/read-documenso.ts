import { z } from 'zod';
import type { FieldType } from '#core/field/field.ts';
import { hasLook } from '#core/field/kinds.ts';
import type { FieldProperties } from '#core/field/properties.ts';
import type { RecipientRole } from '#core/recipient/recipient.ts';
import { readLook } from '#core/formats/look.ts';
import { line } from '#core/language/one-line.ts';
import type { ImportedField, ImportedTemplate, ImportNote } from '#core/template/imported.ts';
import { importedPerson, reportUnknownSettings, reportTo, type Report } from './imported-settings.ts';
import {
  documensoFormats,
  documensoLanguage,
  documensoMeta,
  documensoPerson,
  documensoProofs,
  documensoSettings,
  documensoTemplateProofs,
} from './read-documenso-settings.ts';
import { groupNamer, several, splitBox } from './read-values.ts';

/** Some versions send decimals as strings. */
const amount = z
  .union([z.number(), z.string().max(40)])
  .transform(Number)
  .pipe(z.number());
const text = z.string().max(4000).nullish();

const meta = z
  .looseObject({
    label: text,
    placeholder: text,
    text,
    value: z.unknown().optional(),
    defaultValue: text,
    required: z.boolean().nullish(),
    readOnly: z.boolean().nullish(),
    characterLimit: z.number().nullish(),
    minValue: z.number().nullish(),
    maxValue: z.number().nullish(),
    numberFormat: text,
    validationRule: text,
    validationLength: z.number().nullish(),
    direction: text,
    fontSize: z.unknown().optional(),
    textAlign: z.unknown().optional(),
    values: z
      .array(z.looseObject({ value: z.string().max(1000), checked: z.boolean().nullish() }))
      .max(200)
      .nullish(),
  })
  .nullish();
type Meta = NonNullable<z.output<typeof meta>>;

const field = z.looseObject({
  id: z.union([z.number(), z.string().max(100)]),
  type: z.string().max(60),
  page: z.number().int(),
  positionX: amount,
  positionY: amount,
  width: amount,
  height: amount,
  recipientId: z.union([z.number(), z.string().max(100)]).nullish(),
  envelopeItemId: z.string().max(100).nullish(),
  fieldMeta: meta,
});
type Given = z.output<typeof field>;

/**
 * Response of GET /api/v2/template/{id}, with positions in percent of the page as displayed, and one-based
 * pages.
 */
export const documensoExport = z.looseObject({
  title: z.string().max(1000),
  recipients: z
    .array(
      z.looseObject({
        id: z.union([z.number(), z.string().max(100)]),
        role: z.string().max(60),
        name: text,
        email: text,
        signingOrder: z.number().nullish(),
        authOptions: documensoProofs,
      }),
    )
    .max(200),
  fields: z.array(field).max(2000),
  templateMeta: documensoMeta,
  authOptions: documensoTemplateProofs,
  visibility: text,
  directLink: z.looseObject({ enabled: z.boolean().nullish() }).nullish(),
  formValues: z.unknown().optional(),
});

const roles: Readonly<Record<string, RecipientRole>> = {
  SIGNER: 'signer',
  APPROVER: 'approver',
  VIEWER: 'viewer',
  CC: 'cc',
};

const types: Readonly<Record<string, FieldType>> = {
  SIGNATURE: 'signature',
  FREE_SIGNATURE: 'signature',
  INITIALS: 'initial',
  NAME: 'name',
  EMAIL: 'email',
  DATE: 'date',
  TEXT: 'text',
  NUMBER: 'number',
  RADIO: 'radio',
  CHECKBOX: 'checkbox',
  DROPDOWN: 'dropdown',
};

export function readDocumenso(given: z.output<typeof documensoExport>): ImportedTemplate {
  const left: ImportNote[] = [];
  const report = reportTo(left);
  const meta = given.templateMeta ?? {};
  const inOrder = meta.signingOrder === 'SEQUENTIAL';
  const language = documensoLanguage(meta, report);
  const kept = given.recipients.filter((recipient) => {
    const known = Object.hasOwn(roles, recipient.role);
    if (!known) report('role', recipient.name || recipient.role);
    return known;
  });
  const [item] = given.fields.flatMap(({ envelopeItemId }) => envelopeItemId ?? []);
  const groupOf = groupNamer();
  const fields = given.fields.flatMap((one) => {
    const name = nameOf(one);
    const at = kept.findIndex(({ id }) => id === one.recipientId);
    if (one.envelopeItemId && one.envelopeItemId !== item)
      left.push({ code: 'other-file', name, page: one.page });
    else if (!Object.hasOwn(types, one.type)) left.push({ code: 'kind', name, page: one.page });
    else if (at >= 0 || !given.recipients.some(({ id }) => id === one.recipientId))
      return fieldsOf(one, types[one.type]!, at < 0 ? null : at, { left, groupOf });
    return [];
  });
  return {
    name: line(given.title, 200),
    description: 'Imported from Documenso',
    roles: kept.map(({ role, name, email, signingOrder, authOptions }, index) => ({
      name: '',
      person: importedPerson({ email: isPlaceholder(email) ? null : email, name: name ?? '' }, report),
      role: roles[role]!,
      turn: inOrder ? (signingOrder ?? index + 1) : 1,
      settings: documensoPerson(
        { name: name || role, role: roles[role]!, own: authOptions, all: given.authOptions, language },
        report,
      ),
    })),
    fields,
    settings: documensoSettings(meta, report),
    formats: documensoFormats(meta, report),
    private: isLimited(given, report),
    left,
  };
}

/** Documenso gives recipients without an address a placeholder address. */
const isPlaceholder = (email: string | null | undefined): boolean =>
  /^recipient\.\d+@documenso\.com$/.test(email ?? '');

/**
 * Returns true if not everyone in the team can see the template. Also reports settings of the template
 * itself.
 */
function isLimited(given: z.output<typeof documensoExport>, report: Report): boolean {
  const { directLink, formValues, visibility } = given;
  reportUnknownSettings({ directLink: directLink?.enabled, formValues }, { handled: [] }, report);
  const limited = Boolean(visibility) && visibility !== 'EVERYONE';
  if (limited) report('private', 'visibility');
  return limited;
}

const nameOf = ({ type, fieldMeta }: Given): string => line(fieldMeta?.label || type, 100);

/**
 * Returns the fields for a question. Documenso puts all options of a question into one box, below or beside
 * each other.
 */
function fieldsOf(
  given: Given,
  type: FieldType,
  role: number | null,
  { left, groupOf }: { left: ImportNote[]; groupOf: ReturnType<typeof groupNamer> },
): ImportedField[] {
  const { id, page, fieldMeta } = given;
  const settings: Partial<Meta> = fieldMeta ?? {};
  const percent = (value: number) => value / 100;
  const box = {
    page,
    x: percent(given.positionX),
    y: percent(given.positionY),
    width: percent(given.width),
    height: percent(given.height),
  };
  const common = {
    ref: String(id),
    type,
    role,
    required: settings.required ?? (type === 'signature' || type === 'initial'),
    label: type === 'radio' ? '' : line(settings.label ?? '', 100),
  };
  const rule = () => left.push({ code: 'rule', name: nameOf(given), page });
  if (settings.numberFormat) rule();
  if (type !== 'radio' && type !== 'checkbox')
    return [{ ...common, ...box, properties: propertiesOf(type, settings) }];
  const values = settings.values ?? [];
  const group = type === 'radio' || values.length > 1 ? groupOf(settings.label, String(id)) : '';
  const counted = type === 'checkbox' && values.length > 1 ? countOf(settings, rule) : {};
  return splitBox(box, Math.max(1, values.length), settings.direction === 'horizontal').map(
    (part, index) => ({
      ...common,
      ...part,
      required: type === 'radio' && common.required,
      ref: index === 0 ? common.ref : `${common.ref}.${index}`,
      label: type === 'radio' ? '' : line(values[index]?.value || common.label, 100),
      properties: {
        ...(type === 'radio' && { group, choice: line(values[index]?.value ?? '', 100) }),
        ...(type === 'checkbox' && values.length > 1 && { group, ...counted }),
        ...(values[index]?.checked && { value: 'true' }),
      },
    }),
  );
}

/** Reads rules such as 'Select at least', 'Select exactly' and 'Select at most'. */
function countOf({ validationRule, validationLength }: Partial<Meta>, rule: () => void): FieldProperties {
  const [, how] = /(least|exactly|most)/.exec(validationRule?.toLowerCase() ?? '') ?? [];
  if (validationRule && (how === undefined || !validationLength)) rule();
  if (how === undefined || !validationLength) return {};
  return {
    ...(how !== 'most' && { atLeast: Math.round(validationLength) }),
    ...(how !== 'least' && { atMost: Math.round(validationLength) }),
  };
}

function propertiesOf(type: FieldType, settings: Partial<Meta>): FieldProperties {
  const { placeholder, readOnly, characterLimit, minValue, maxValue, values, defaultValue } = settings;
  const { fontSize, textAlign } = settings;
  const value = type === 'dropdown' ? defaultValue : (settings.text ?? settings.value);
  const choices = several((values ?? []).map((one) => one.value));
  const kept = typeof value === 'string' && value !== '' && (type !== 'dropdown' || choices.includes(value));
  const written = type === 'text' || type === 'number' || type === 'dropdown';
  return {
    ...(written && placeholder && { placeholder: line(placeholder, 100) }),
    ...(written && kept && { value: line(value, 1000) }),
    ...(written && kept && readOnly && { readOnly: true }),
    ...(type === 'text' && characterLimit && { maxLength: Math.min(4000, Math.round(characterLimit)) }),
    ...(type === 'number' && typeof minValue === 'number' && { min: minValue }),
    ...(type === 'number' && typeof maxValue === 'number' && { max: maxValue }),
    ...(type === 'dropdown' && { choices }),
    ...(hasLook(type) && readLook({ size: fontSize, align: textAlign })),
  };
}
