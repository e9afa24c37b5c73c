import { fieldFaults, type FieldOwner } from '#core/field/field-faults.ts';
import { fieldParameters } from '#core/field/problem-sentence.ts';
import type { Field } from '#core/field/field.ts';
import { kindName } from '#core/field/kinds.ts';
import type { PrintFormats } from '#core/formats/formats.ts';
import { printedTexts, prefillValues, type Source } from '#core/field/printed-texts.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { Fit, PdfEngine } from '../../ports/pdf-engine.ts';

type Fitter = Pick<PdfEngine, 'fit'>;

/**
 * Returns a refusal if a prefilled value cannot be printed in its box. The recipient might not be able to
 * shorten it, and sealing must not fail because of it.
 */
export async function checkPrefilled(
  pdf: Fitter,
  fields: readonly Field[],
  people: readonly FieldOwner[],
  format: PrintFormats,
): Promise<Refusal | undefined> {
  const misfit = await firstMisfit(pdf, fields, people, format);
  if (!misfit) return undefined;
  const { field, from, text, unprintable } = misfit;
  const signs = unprintable.slice(0, 5).join(' ');
  const advice = signs
    ? `contains characters that can’t be printed: ${signs}. Write it without them.`
    : 'does not fit in its box. Shorten it or enlarge the field.';
  const reason = `${from}-${signs ? 'no-glyph' : 'does-not-fit'}`;
  return {
    ...refuse('field-incomplete', `${nameOf(field)} ${phrases[from](field)} ${advice}`),
    parameters: fieldParameters(field, reason, signs || text),
  };
}

const phrases: Record<Source, (field: Field) => string> = {
  sender: () => 'has a default value that',
  choice: () => 'offers a choice that',
  recipient: (field) => `prints the ${personPart(field)} of its recipient, which`,
};

/**
 * Checks the name and address of a person who becomes a recipient, or is renamed, after sending, when fields
 * can no longer change.
 */
export async function checkPerson(
  pdf: Fitter,
  fields: readonly Field[],
  person: FieldOwner,
): Promise<Refusal | undefined> {
  // Other fields remain as they were sent. In older documents they may contain values that sending now
  // rejects.
  const own = fields.filter((field) => field.recipientId === person.id && isKeptAsItIs(field));
  const faulty = fieldFaults(own, [person]).find(
    ({ fault }) => fault === 'value' || fault === 'read-only-empty',
  );
  const field = faulty?.field ?? (await firstMisfit(pdf, own, [person], undefined))?.field;
  if (!field) return undefined;
  const advice = faulty?.fault === 'read-only-empty' ? 'needs one' : 'cannot hold this one. Shorten it';
  return refuse('field-value-invalid', `${nameOf(field)} prints the ${personPart(field)} and ${advice}.`);
}

/** Number of cached texts above which the cache is cleared, to limit memory. */
const maxKnown = 100_000;

/**
 * Caches the engine's results by text and box, because the rows of a CSV file often repeat the same texts.
 */
export function memoizeFits(pdf: Fitter): Fitter {
  const known = new Map<string, Fit>();
  return {
    async fit(texts) {
      if (known.size > maxKnown) known.clear();
      const keyed = texts.map((text) => ({ key: JSON.stringify(text), text }));
      const fresh = [...new Map(keyed.map((one) => [one.key, one])).values()].filter(
        ({ key }) => !known.has(key),
      );
      const fits = fresh.length === 0 ? [] : await pdf.fit(fresh.map(({ text }) => text));
      for (const [at, { key }] of fresh.entries()) known.set(key, fits[at]!);
      return keyed.map(({ key }) => known.get(key)!);
    },
  };
}

/**
 * Returns true if the field prints a name or address that the person cannot change. The signer can shorten an
 * editable name.
 */
function isKeptAsItIs({ type, required, properties = {} }: Field): boolean {
  if (properties.value !== undefined) return false;
  return type === 'email'
    ? required || properties.readOnly === true
    : type === 'name' && properties.readOnly === true;
}

/** `text` is what would be printed. */
type Misfit = { field: Field; from: Source; text: string; unprintable: string[] };

async function firstMisfit(
  pdf: Fitter,
  fields: readonly Field[],
  people: readonly FieldOwner[],
  format: PrintFormats,
): Promise<Misfit | undefined> {
  const printed = fields.flatMap((field) => {
    const owner = people.find(({ id }) => id === field.recipientId);
    return prefillValues(field, owner).flatMap(({ value, from }) =>
      printedTexts(field, value, format).map((boxed) => ({ boxed, field, from })),
    );
  });
  if (printed.length === 0) return undefined;
  const fits = await pdf.fit(printed.map(({ boxed }) => boxed));
  const at = fits.findIndex(({ fits: fitting, unprintable }) => !fitting || unprintable.length > 0);
  if (at < 0) return undefined;
  const { field, from, boxed } = printed[at]!;
  return { field, from, text: boxed.text, unprintable: fits[at]!.unprintable };
}

function nameOf({ label, type, page }: Field): string {
  return `${label === '' ? `The ${kindName(type)} field` : `'${label}'`} on page ${page}`;
}

function personPart({ type }: Field): 'address' | 'name' {
  return type === 'email' ? 'address' : 'name';
}
