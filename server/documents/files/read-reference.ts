import type { z } from 'zod';
import { referenceInput, type referenceForm } from '#contract/documents/reference.ts';
import { readReference, type AskedReference } from '#core/document/reference.ts';
import { isModestJson } from '#core/json/is-modest.ts';
import { refuse, type Refusal } from '#core/refusal.ts';

type Texts = z.output<z.ZodObject<typeof referenceForm>>;

/** Reads the external ID and metadata in the text parts of a form. Missing `metadata` is undefined. */
export function readReferenceParts(texts: Texts): AskedReference | Refusal {
  const { externalId, metadata, uniqueExternalId: unique } = texts;
  const pairs = metadata ? referenceInput.metadata.safeParse(parsedJson(metadata)) : undefined;
  if (pairs && !pairs.success) {
    const [issue] = pairs.error.issues;
    const at = issue?.path.join('.') ?? '';
    return refuse(
      'request-malformed',
      `The form field metadata must be a JSON object of texts${at && `; check ‘${at}’`}.`,
    );
  }
  return readReference({ externalId, metadata: pairs?.data, uniqueExternalId: unique === 'true' });
}

function parsedJson(text: string): unknown {
  if (!isModestJson(text) || text.includes('"__proto__"')) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
