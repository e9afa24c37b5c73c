import type { z } from 'zod';
import { fieldInput, type FieldInput } from '#contract/documents/field.ts';
import { closed } from '#contract/strict.ts';
import { minFieldSize, withinLargest, type FieldType } from '#core/field/field.ts';
import { formDate, formDateFormat } from '#core/field/values/form-date.ts';
import { clampToPage, pageToBox, type PageGeometry } from '#core/field/layout/geometry.ts';
import { kindOf } from '#core/field/kinds.ts';
import { MAX_CELLS, MAX_PROPERTY_LENGTH, MAX_CHOICES, type FieldProperties } from '#core/field/properties.ts';
import { anchorWords, readAnchor } from '#core/field/read-anchor.ts';
import { line } from '#core/language/one-line.ts';
import type { Refusal } from '#core/refusal.ts';
import type { Anchor } from '#core/template/follow-anchors.ts';
import { refuseUpload } from '#core/upload-refusal.ts';
import type { FilePlaces, PreparedFile } from '../../ports/pdf-engine.ts';

const anchoredField = closed(fieldInput);

/**
 * Returns fields for the anchors in a file, such as {{signature:1}} or {{text:2 label="VAT number"
 * required}}. A field starts at its anchor, has the default size of its type, and belongs to the acting
 * recipient with that number, or to the first one. The anchor text remains in the file unless the sender
 * removes it (remove-anchors.ts). Senders can also hide it by writing it in the color of the paper.
 */
export function fieldsForAnchors(
  anchors: PreparedFile['anchors'],
  pages: readonly PageGeometry[],
  nextId: () => string,
): FieldInput[] | Refusal {
  const fields: FieldInput[] = [];
  for (const { page, rectangle, word, number, attributes } of anchors) {
    const read = readAnchor(word, number, attributes);
    const geometry = pages[page - 1];
    if (!read || !geometry) continue;
    const words = `${word}${number === null ? '' : `:${number}`}${attributes}`;
    if ('fault' in read) return refuseAnchor(page, words, read.fault);
    const { type, party, width, height, properties, ...named } = read;
    const size = { ...kindOf(type).size, ...(width && { width }), ...(height && { height }) };
    const anchor = pageToBox(geometry, rectangle);
    // The field is vertically centered on the anchor.
    const y = anchor.y + anchor.height / 2 - size.height / 2;
    const box = clampToPage(geometry, { x: anchor.x, y, ...size });
    const field = { id: nextId(), ...box, type, page, ...named, properties: { ...properties, party } };
    const parsed = anchoredField.safeParse(field);
    if (!parsed.success) return refuseAnchor(page, words, faultOf(parsed.error));
    fields.push(parsed.data);
  }
  return fields;
}

function faultOf({ issues: [issue] }: z.ZodError): string {
  return `its attribute ‘${String(issue?.path.at(-1))}’ is invalid: ${issue?.message}`;
}

function refuseAnchor(page: number, text: string, fault: string): Refusal {
  const words = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  const end = fault.endsWith('?') ? '' : '.';
  return refuseUpload(
    'file-anchor-invalid',
    `The text {{${words}}} on page ${page} places a field, but ${fault}${end} Correct it and upload the file again.`,
    { page, words },
  );
}

/** Returns the anchors of a file as boxes, so that fields can follow them into a new version of the file. */
export function anchorBoxes({ anchors, pages }: Pick<PreparedFile, 'anchors' | 'pages'>): Anchor[] {
  return anchors.flatMap(({ page, rectangle, word, number, attributes }) => {
    const geometry = pages[page - 1];
    // Other words in braces are placeholders, which a filled-in document no longer has.
    if (!geometry || !anchorWords.includes(word)) return [];
    return [{ page, ...pageToBox(geometry, rectangle), text: `${word}:${number ?? 1}${attributes}` }];
  });
}

/** Returns suggested fields for the empty form fields of the file. */
export function fieldsForForm(
  form: FilePlaces,
  pages: readonly PageGeometry[],
  nextId: () => string,
): FieldInput[] {
  return form.flatMap((place) => {
    const geometry = pages[place.page - 1];
    if (!geometry || place.readOnly || place.kind === 'button' || isAnswered(place)) return [];
    const date = dateOf(place);
    const type: FieldType = date ? 'dateEntry' : place.kind;
    const found = { ...pageToBox(geometry, place.rectangle), type };
    const box = clampToPage(geometry, withinLargest(found));
    const smallest = minFieldSize(type);
    if (box.width < smallest.width || box.height < smallest.height) return [];
    return [
      {
        id: nextId(),
        page: place.page,
        ...box,
        required: place.required,
        label: type === 'radio' ? '' : line(place.label || lastPart(place.name), 100),
        properties: date ? date.properties : propertiesOf(place),
      },
    ];
  });
}

/**
 * Returns the properties of a date field if a form field is a text field for a date. It prints the date in
 * the format that the form expects.
 */
function dateOf({ kind, name, label, multiline, cells, formatScript }: FilePlaces[number]) {
  // Excludes dates in cells, because the form prints them without separators.
  if (kind !== 'text' || multiline || cells > 0) return undefined;
  const date = formDate({ formatScript, names: [label, lastPart(name)] });
  if (!date) return undefined;
  const dateFormat = formDateFormat(date);
  return { properties: dateFormat === undefined ? {} : { dateFormat } };
}

function propertiesOf({
  kind,
  name,
  choice,
  choices,
  multiline,
  cells,
}: FilePlaces[number]): FieldProperties {
  switch (kind) {
    case 'radio':
      return {
        group: line(name, MAX_PROPERTY_LENGTH.group) || 'Form',
        choice: line(choice, MAX_PROPERTY_LENGTH.choice),
      };
    case 'dropdown':
    case 'multiChoice': {
      const offered = [...new Set(choices.map((text) => line(text, MAX_PROPERTY_LENGTH.choice)))].filter(
        Boolean,
      );
      return { choices: offered.slice(0, MAX_CHOICES) };
    }
    case 'text':
      if (cells >= 1 && cells <= MAX_CELLS) return { comb: Math.trunc(cells) };
      return multiline ? { multiline: true } : {};
    default:
      return {};
  }
}

/**
 * Returns true if the form field already has an answer. Everyone sees that answer on the page, and a
 * different one on top would contradict it.
 */
function isAnswered({ kind, value }: FilePlaces[number]): boolean {
  const isTick = kind === 'checkbox' || kind === 'radio';
  return value.trim() !== '' && !(isTick && value === 'Off');
}

/** Returns 'city' for 'form1.tenant.city'. */
function lastPart(name: string): string {
  return name.split('.').at(-1) ?? name;
}
