import { tidyValue } from '#core/field/check-value.ts';
import { isWritten, type Field } from '#core/field/field.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { PdfEngine } from '../ports/pdf-engine.ts';

/** Whether what the sender filled in can be printed in its box: its recipient might not be able to shorten it. */
export async function checkPrefilled(
  pdf: Pick<PdfEngine, 'fit'>,
  fields: readonly Field[],
): Promise<Refusal | undefined> {
  const filled = fields.filter(
    ({ type, properties }) => isWritten(type) && properties?.value && properties.comb === undefined,
  );
  if (filled.length === 0) return undefined;
  const fits = await pdf.fit(
    filled.map(({ type, width, height, properties }) => {
      return { text: tidyValue(type, properties?.value ?? ''), width, height };
    }),
  );
  const wrong = filled[fits.findIndex((fit) => !fit.fits || fit.unprintable.length > 0)];
  if (!wrong) return undefined;
  const name = wrong.label === '' ? `The ${wrong.type} field` : `'${wrong.label}'`;
  return refuse(
    'field-incomplete',
    `${name} on page ${wrong.page} begins with a value that cannot be printed in its box. Shorten it, or enlarge the field.`,
  );
}
