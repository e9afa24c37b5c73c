import type { Field } from '#core/field/field.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { SignBody } from '#contract/ceremony.ts';
import { findDocument } from '../documents/document-store.ts';
import type { BoxedText } from '../ports/pdf-engine.ts';
import type { AdoptedSignature } from './adopt-signature.ts';
import type { CeremonyServices } from './ceremony-services.ts';
import type { LinkOwner } from './link-store.ts';

/** The box on the certificate page that every typed signature also has to fit, in points. */
const certificateBox = { width: 190, height: 48 };

/**
 * Whether everything that was typed can be printed in its box: asked while its writer is still there to
 * shorten it, so that no sealed page ever cuts a text and no seal fails after everybody has signed. The fields
 * of a sent document never change, so this needs no lock.
 */
export async function checkPrintable(
  services: CeremonyServices,
  owner: LinkOwner,
  body: SignBody,
  adopted: AdoptedSignature | undefined,
): Promise<Refusal | undefined> {
  const whole = await findDocument(services.db, owner.accountId, owner.documentId);
  const own = whole?.fields.filter(({ recipientId }) => recipientId === owner.recipientId) ?? [];
  const typed = typedTexts(own, body, adopted);
  if (typed.length === 0) return undefined;
  const fits = await services.pdf.fit(typed.map(({ boxed }) => boxed));
  for (const [index, { fits: fitting, unprintable }] of fits.entries()) {
    const { where, code } = typed[index]!;
    if (unprintable.length > 0) {
      return refuse(
        code,
        `${where} has characters that cannot be printed: ${unprintable.slice(0, 5).join(' ')}. Type it without them.`,
      );
    }
    if (!fitting) return refuse(code, `${where} does not fit into its box. Shorten it.`);
  }
  return undefined;
}

type Typed = { boxed: BoxedText; where: string; code: 'field-value-invalid' | 'signature-invalid' };

function typedTexts(own: Field[], body: SignBody, adopted: AdoptedSignature | undefined): Typed[] {
  const values = new Map(body.fields?.map(({ id, value }) => [id, value]));
  const typed: Typed[] = [];
  for (const field of own) {
    const value = values.get(field.id);
    if (field.type === 'text' && typeof value === 'string' && value.trim() !== '') {
      const { width, height, page } = field;
      typed.push({
        boxed: { text: value.trim(), width, height },
        where: `The text on page ${page}`,
        code: 'field-value-invalid',
      });
    }
  }
  const hand = adopted?.typeface ? { face: adopted.typeface } : {};
  const add = (text: string | null, box: { width: number; height: number }, where: string): void => {
    if (text === null) return;
    const { width, height } = box;
    typed.push({ boxed: { text, width, height, ...hand }, where, code: 'signature-invalid' });
  };
  add(adopted?.text ?? null, certificateBox, 'The typed signature');
  for (const field of own) {
    if (field.type === 'signature') add(adopted?.text ?? null, field, 'The typed signature');
    if (field.type === 'initial') add(adopted?.initialsText ?? null, field, 'The typed initials');
  }
  return typed;
}
