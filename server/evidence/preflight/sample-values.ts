import { attachedFileText } from '#core/field/attached-file.ts';
import { normalizeEntry, valueProblem } from '#core/field/check-value.ts';
import { maxTextLength } from '#core/field/text-format.ts';
import type { Field } from '#core/field/field.ts';
import { maxScale } from '#core/field/rules/decimal.ts';
import { isComputed } from '#core/field/rules/references.ts';
import { mostChosen } from '#core/field/values/multi-choice.ts';
import { printedTexts } from '#core/field/printed-texts.ts';
import { dateFormatOf } from '#core/field/values/date-text.ts';
import { printDay, wideDays } from '#core/formats/day.ts';
import type { DocumentFormats } from '#core/formats/formats.ts';
import type { BoxedText, PdfEngine } from '../../ports/pdf-engine.ts';
import { samplePictureSha256 } from './sample-picture.ts';
import { sampleText } from './sample-texts.ts';

/** Lengths to try, longest first. The real limit of a box is between two of them. */
const lengths = [maxTextLength, 700, 480, 320, 220, 150, 100, 70, 48, 32, 22, 15, 10, 7, 5, 3, 2, 1];

/** Fifteen digits, grouped as usual. A signer cannot shorten a phone number, so it must fit. */
export const widestPhone = '+888 8888 8888 8888';

/** The document's formats, which determine how dates are printed. */
type Formats = DocumentFormats | null | undefined;

export type Samples = { values: Map<string, string>; tooSmall: Field | undefined };

/**
 * Returns the longest value that each field accepts, given its rules, its box and the scripts of the
 * document. Prefilled values are checked separately and do not affect the result. `tooSmall` is the first
 * field that fits not even one letter.
 */
export async function sampleValues(
  pdf: Pick<PdfEngine, 'fit'>,
  fields: readonly Field[],
  scripts: readonly string[],
  formats: Formats = null,
): Promise<Samples> {
  const tried = fields.map((field) => ({
    field,
    candidates: candidatesOf(field, scripts, formats),
    // Signers can shorten neither dates nor computed numbers, so each of them must fit.
    required: [...daysOf(field, formats), ...computedOf(field)],
  }));
  const fits = await fitAll(
    pdf,
    tried.flatMap(({ field, candidates, required }) =>
      [...candidates, ...required].flatMap((value) => printedTexts(field, value, formats)),
    ),
  );
  const values = new Map<string, string>();
  let tooSmall: Field | undefined;
  for (const { field, candidates, required } of tried) {
    const isPrintable = (value: string) => printedTexts(field, value, formats).every((text) => fits(text));
    const longest = candidates.find(isPrintable);
    const lacksRoom = (longest === undefined && candidates.length > 0) || !required.every(isPrintable);
    if (lacksRoom) tooSmall ??= field;
    else values.set(field.id, longest ?? '');
  }
  return { values, tooSmall };
}

/** Returns values that the field accepts, longest first. */
function candidatesOf(field: Field, scripts: readonly string[], formats: Formats): string[] {
  switch (field.type) {
    case 'signature':
    case 'initial':
    case 'strike':
      return [];
    case 'date':
    case 'dateEntry':
      return daysOf(field, formats);
    case 'phone':
      return [widestPhone];
    case 'checkbox':
    case 'radio':
      return ['true'];
    case 'image':
    case 'stamp':
      return [sampleUpload];
    case 'attachment':
      return [
        attachedFileText({
          name: 'Passport.pdf',
          mediaType: 'application/pdf',
          size: 9,
          sha256: '0'.repeat(64),
        }),
      ];
    default:
      return writtenCandidates(field, scripts);
  }
}

/** Returns the value of a field with an uploaded picture. */
const sampleUpload = attachedFileText({
  ...{ name: 'image.png', mediaType: 'image/png', size: 9, sha256: samplePictureSha256 },
  ...{ width: 1600, height: 1600 },
});

/** Returns dates as this field type stores them: as printed, or `YYYY-MM-DD` for a date to enter. */
function daysOf(field: Field, formats: Formats): string[] {
  if (field.type === 'dateEntry') return wideDays;
  const dateFormat = dateFormatOf(field, formats);
  return field.type === 'date' ? wideDays.map((day) => printDay(day, dateFormat)) : [];
}

/** Returns the widest possible result of the field's formula. */
function computedOf(field: Field): string[] {
  if (field.type !== 'number' || !isComputed(field)) return [];
  const decimals = field.properties?.decimals ?? maxScale;
  return [`-${'8'.repeat(15)}${decimals === 0 ? '' : `.${'8'.repeat(decimals)}`}`];
}

function writtenCandidates(field: Field, scripts: readonly string[]): string[] {
  const { type, properties = {} } = field;
  if (type === 'multiChoice') return [normalizeEntry(field, mostChosen(properties))];
  if (type === 'dropdown')
    return (properties.choices ?? []).toSorted((a, b) => b.length - a.length).slice(0, 1);
  const made = lengths.flatMap((length) => {
    if (type === 'number') return '9'.repeat(Math.min(15, length));
    if (type === 'email') return `${'w'.repeat(Math.max(1, Math.min(60, length - 5)))}@w.eu`;
    if (properties.comb !== undefined) {
      const cells = Math.min(properties.comb, length);
      return ['W'.repeat(cells), '1'.repeat(cells)];
    }
    if (properties.format === 'digits' || properties.format === 'phone' || properties.format === 'iban') {
      return '8'.repeat(Math.min(34, length));
    }
    return sampleText(scripts, Math.min(length, properties.maxLength ?? length));
  });
  // Rules such as masks only make values shorter.
  const allowed = made.filter((value) => value !== '' && valueProblem({ type: 'text' }, value) === undefined);
  return [...new Set(allowed)].toSorted((a, b) => b.length - a.length);
}

/**
 * Measures each distinct text and box once. A form with three hundred fields has few distinct combinations.
 */
async function fitAll(
  pdf: Pick<PdfEngine, 'fit'>,
  texts: readonly BoxedText[],
): Promise<(text: BoxedText) => boolean> {
  const keyOf = (text: BoxedText): string =>
    JSON.stringify([text.text, text.width, text.height, text.size, text.face]);
  const distinct = [...new Map(texts.map((text) => [keyOf(text), text])).values()];
  const answers = distinct.length === 0 ? [] : await pdf.fit(distinct);
  const fitting = new Set(distinct.filter((_, at) => answers[at]?.fits).map(keyOf));
  return (text) => fitting.has(keyOf(text));
}
