import { groupBy } from '../list/group-by.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { signingDayText, type SigningDay } from './values/date-text.ts';
import { withDayLimits } from './day-limit.ts';
import { attachedFileText, type AttachedFile } from './attached-file.ts';
import { quoted } from '../language/quoted.ts';
import { blankToEmpty } from '../language/visible.ts';
import { normalizeEntry, valueProblem } from './check-value.ts';
import { isTickType, type Field, type WrittenType } from './field.ts';
import { kindName } from './kinds.ts';
import type { PrintFormats } from '../formats/formats.ts';
import { fieldParameters, refuseValue } from './problem-sentence.ts';
import { printedForm } from './printed-texts.ts';
import { evaluateFields, type EarlierField, type Evaluation, type Marks } from './rules/evaluate.ts';
import { isComputed } from './rules/references.ts';
import { givenToPlaces, questionsOf } from './same-question.ts';
import { firstValue, valueNow, type GivenValue, type Person } from './visible-fields.ts';

/** A value that the signer's page sends for a field. */
export type FieldInput = { id: string; value: string | number | boolean };

export type Filling = Marks & {
  values: readonly FieldInput[];
  /** The recipient, for initial values of name and email fields. */
  person?: Person;
  /** Files that this recipient uploaded for attachment fields, matched by field and hash. */
  attached?: readonly (AttachedFile & { fieldId: string })[];
  /** The document's print formats. */
  formats?: PrintFormats;
  /** Fields of recipients who have already signed, for rules that refer to them. */
  earlier?: readonly EarlierField[];
  /**
   * True if the values come from a page of this service. Such a page sends every computed value that it
   * displayed.
   */
  fromPage?: boolean;
};

/** `printed` is the printed form if it differs from the value. */
export type Filled = { fieldId: string; value: string; printed?: string };

/**
 * Returns the values of one recipient's fields, or the first refusal (S-30). Date fields are set to `today` from
 * the server, because the browser's clock is not trusted (T-10). Date limits are relative to that day.
 * Checkboxes and radio buttons store 'true' or 'false'. A field that is hidden by its condition has no value,
 * whatever was sent for it.
 */
export function fillFields(own: readonly Field[], filling: Filling, today: SigningDay): Filled[] | Refusal {
  const entered = enteredValues(filling);
  for (const id of entered.keys()) {
    if (!own.some((field) => field.id === id)) {
      return refuse(
        'field-not-yours',
        'One of the fields belongs to someone else. Reload the page and fill in your own fields.',
      );
    }
  }
  const twice = answeredTwice(own, entered);
  if (twice) return twice;
  const given = givenToPlaces(own, entered);
  const { person = noPerson, fromPage = false } = filling;
  const { shown, valueOf } = evaluateFor(own, filling);
  const filled: Filled[] = [];
  for (const field of shown) {
    const now = valueOf(field.id);
    const value = fillField(field, given.get(field.id), filling, { person, today, now, fromPage });
    if (value !== null && typeof value === 'object') return value;
    if (value === null) continue;
    const printed = printedForm(field, value, filling.formats);
    filled.push({ fieldId: field.id, value, ...(printed !== value && { printed }) });
  }
  return groupsRefused(shown, filled) ?? filled;
}

const noPerson: Person = { name: '', email: '' };

/**
 * Applies the rules of the fields to the given values. Only visible fields are required, measured and sealed.
 */
export function evaluateFor(
  own: readonly Field[],
  { values, person = noPerson, earlier, ...marks }: Filling,
): Evaluation<Field> {
  const given = givenToPlaces(own, enteredValues({ values }));
  const valueOf = (field: Field) => valueNow(field, given.get(field.id), person);
  return evaluateFields(own, { ...marks, valueOf }, earlier);
}

function enteredValues({ values }: Pick<Filling, 'values'>): Map<string, GivenValue> {
  return new Map(values.map(({ id, value }) => [id, value]));
}

/** Refuses different answers for fields that are the same question. */
function answeredTwice(own: readonly Field[], entered: ReadonlyMap<string, GivenValue>): Refusal | undefined {
  for (const places of questionsOf(own)) {
    const answers = new Set(places.flatMap(({ id }) => (entered.has(id) ? [String(entered.get(id))] : [])));
    const [first] = places;
    if (first && answers.size > 1)
      return refuse(
        'field-value-invalid',
        `${nameOf(first)} on page ${first.page} is one question in ${places.length} places. Send one answer for it.`,
      );
  }
  return undefined;
}

/** `now` is the value of the field after its rules were applied. */
type Circumstances = { person: Person; today: SigningDay; now: string; fromPage: boolean };

function fillField(
  field: Field,
  given: GivenValue,
  filling: Filling,
  circumstances: Circumstances,
): string | null | Refusal {
  switch (field.type) {
    case 'signature':
      return filling.hasSignature ? '' : missing(field);
    case 'initial':
      if (filling.hasInitials) return '';
      return field.required
        ? refuse('initials-missing', `Initials required: Please add your initials on page ${field.page}.`, {
            page: field.page,
          })
        : null;
    case 'date':
      return signingDayText(field, circumstances.today);
    case 'checkbox':
    case 'radio':
      return fillTick(field, given, circumstances);
    case 'note':
    case 'strike':
      return null;
    case 'attachment':
    case 'image':
    case 'stamp':
      return fillAttachment(field, given, filling.attached ?? []);
    default:
      return fillWritten(field, field.type, given, circumstances);
  }
}

const ticks: readonly GivenValue[] = [true, false, 'true', 'false', ''];

function fillTick(field: Field, given: GivenValue, { now }: Circumstances): string | Refusal {
  if (given !== undefined && !ticks.includes(given)) {
    return refuse(
      'field-value-invalid',
      `The ${field.type === 'radio' ? 'button' : 'checkbox'} on page ${field.page} can only be checked or left empty.`,
    );
  }
  const ticked = now === 'true';
  // The checkboxes of a group are counted together.
  const alone = field.type === 'checkbox' && field.properties?.group === undefined;
  return alone && field.required && !ticked ? missing(field) : String(ticked);
}

function fillAttachment(
  field: Field,
  given: GivenValue,
  attached: NonNullable<Filling['attached']>,
): string | null | Refusal {
  if (given === undefined || given === '') return field.required ? missing(field) : null;
  const file = attached.find(({ fieldId, sha256 }) => fieldId === field.id && sha256 === given);
  return file
    ? attachedFileText(file)
    : {
        ...refuse(
          'field-value-invalid',
          `The file for page ${field.page} was not uploaded. Choose it again.`,
        ),
        parameters: fieldParameters(field, 'no-file'),
      };
}

function fillWritten(
  field: Field,
  type: WrittenType,
  given: GivenValue,
  { person, today, now, fromPage }: Circumstances,
): string | null | Refusal {
  if (typeof given === 'boolean')
    return refuse('field-value-invalid', `The ${kindName(type)} field on page ${field.page} needs text.`);
  if (isComputed(field)) return fillComputed(field, given, now, fromPage);
  // A value that the signer cannot change was checked when the document was sent.
  const text = field.properties?.readOnly ? now : blankToEmpty(now);
  if (text === '') return field.required ? missing(field) : null;
  const isSent = field.properties?.value !== undefined && text === firstValue(field, person);
  const properties = field.properties?.readOnly
    ? field.properties
    : withDayLimits(field.properties, today.day);
  const problem = valueProblem({ type, properties }, text, isSent);
  return problem ? refuseValue(field, problem, text) : text;
}

/**
 * Refuses a value that differs from the computed one. If the page showed a different result or none, the signer
 * did not agree to this one.
 */
function fillComputed(
  field: Field,
  given: GivenValue,
  now: string,
  fromPage: boolean,
): string | null | Refusal {
  const text = given === undefined ? '' : normalizeEntry(field, String(given));
  if (text !== now && (given !== undefined || fromPage)) {
    return {
      ...refuse(
        'field-value-invalid',
        `The result of ${nameOf(field)} on page ${field.page} is ‘${now}’, not ‘${quoted(text)}’. Reload the page and check it.`,
      ),
      parameters: fieldParameters(field, 'calculated', now),
    };
  }
  return now === '' ? null : now;
}

/** Refuses a radio group without a selected button, and a checkbox group with a wrong number of ticks. */
function groupsRefused(shown: readonly Field[], filled: readonly Filled[]): Refusal | undefined {
  const ticked = new Set(filled.filter(({ value }) => value === 'true').map(({ fieldId }) => fieldId));
  const grouped = shown.filter(({ type, properties }) => properties?.group !== undefined && isTickType(type));
  for (const members of groupBy(grouped, ({ type, properties }) => `${type} ${properties?.group}`).values()) {
    const first = members[0]!;
    const count = members.filter(({ id }) => ticked.has(id)).length;
    const { least, most } = requiredTicks(members);
    if (count < least) {
      return refuse(
        'field-missing',
        `Choose an option: ${nameOf(first)} on page ${first.page}.`,
        groupParameters(first, 'not-chosen'),
      );
    }
    if (count > most) {
      return {
        ...refuse(
          'field-value-invalid',
          `Too many boxes are checked: ${nameOf(first)} on page ${first.page} allows at most ${most}.`,
        ),
        parameters: { ...groupParameters(first, 'too-many-checked'), limit: most },
      };
    }
  }
  return undefined;
}

/** Returns the minimum and maximum number of ticked members of a group. */
export function requiredTicks(members: readonly Pick<Field, 'type' | 'required' | 'properties'>[]): {
  least: number;
  most: number;
} {
  const minimum = members.some(({ required }) => required) ? 1 : 0;
  if (members[0]?.type === 'radio') return { least: minimum, most: 1 };
  const { atLeast = 0, atMost = members.length } = members[0]?.properties ?? {};
  return { least: Math.max(atLeast, minimum), most: atMost };
}

function missing(field: Field): Refusal {
  return refuse(
    'field-missing',
    `Fill in ${nameOf(field)} on page ${field.page}.`,
    fieldParameters(field, 'missing'),
  );
}

/**
 * Returns the parameters for a refusal about a group. A group without a label is identified by its group name.
 */
function groupParameters(first: Field, reason: 'not-chosen' | 'too-many-checked') {
  return fieldParameters({ ...first, label: first.label || (first.properties?.group ?? '') }, reason);
}

function nameOf({ label, type, properties }: Field): string {
  if (label !== '') return `'${label}'`;
  return properties?.group === undefined ? `the ${kindName(type)} field` : `'${properties.group}'`;
}
