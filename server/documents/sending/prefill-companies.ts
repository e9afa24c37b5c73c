import type { Kysely } from 'kysely';
import { normalizeEntry, valueProblem } from '#core/field/check-value.ts';
import type { Field } from '#core/field/field.ts';
import { isForOnlySigner } from '#core/field/owner-gone.ts';
import { printedTexts } from '#core/field/printed-texts.ts';
import { questionsOf } from '#core/field/same-question.ts';
import type { DocumentFormats } from '#core/formats/formats.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import { findCompanies } from '../../accounts/contacts/contact-store.ts';

type Person = { id: string; email: string; role: string };

/**
 * Prefills company fields with each recipient's company from the shared address book, unless the sender
 * entered a value or made the field read-only. Because no one chose the company for this document, all fields
 * of one question remain empty if one of them cannot accept or print it.
 */
export async function prefillCompanies(
  db: Kysely<Schema>,
  pdf: Pick<PdfEngine, 'fit'>,
  accountId: string,
  {
    fields,
    recipients,
    formats,
  }: { fields: readonly Field[]; recipients: readonly Person[]; formats: DocumentFormats },
): Promise<Field[]> {
  const signers = recipients.filter(({ role }) => role === 'signer');
  const only = signers.length === 1 ? signers[0] : undefined;
  const ownerOf = (field: Field) =>
    isForOnlySigner(field) ? only : recipients.find(({ id }) => id === field.recipientId);
  const isOpen = ({ type, properties }: Field) =>
    type === 'company' && !properties?.value && properties?.readOnly !== true;
  const emails = fields.filter(isOpen).flatMap((field) => ownerOf(field)?.email || []);
  const companies = await findCompanies(db, accountId, emails);
  if (companies.size === 0) return [...fields];
  const filled: Field[] = [];
  for (const field of fields) {
    const company = isOpen(field) ? companies.get((ownerOf(field)?.email ?? '').toLowerCase()) : undefined;
    filled.push(company === undefined ? field : await withCompany(pdf, field, company, formats));
  }
  const partly = questionsOf(filled).filter(
    (places) => places.some(isOpen) && places.some((place) => place.type === 'company' && !isOpen(place)),
  );
  const unfilled = new Set(partly.flat().map(({ id }) => id));
  return filled.map((field, at) => (unfilled.has(field.id) ? fields[at]! : field));
}

async function withCompany(
  pdf: Pick<PdfEngine, 'fit'>,
  field: Field,
  company: string,
  formats: DocumentFormats,
): Promise<Field> {
  const { properties = {} } = field;
  const value = normalizeEntry(field, company);
  if (value === '' || valueProblem({ type: 'company', properties }, value)) return field;
  const [fit] = await pdf.fit(printedTexts(field, value, formats));
  return fit?.fits && fit.unprintable.length === 0
    ? { ...field, properties: { ...properties, value } }
    : field;
}
