import type { Field } from '../field/field.ts';
import type { PageGeometry } from '../field/geometry.ts';
import type { DocumentFormats } from '../formats/formats.ts';
import type { Recipient } from '../recipient/recipient.ts';
import { canonicalJson } from '../trail/canonical.ts';

/** The agreement that everybody signs: the file, what is asked for where, and of whom. */
export type Agreed = {
  document: {
    id: string;
    title: string;
    fileName: string;
    originalSha256: string;
    baseSha256: string;
    signingOrder: string;
    pages: readonly PageGeometry[];
    /** Null of a document that was sent before documents had formats. */
    formats?: DocumentFormats | null;
  };
  fields: readonly Field[];
  recipients: readonly Pick<Recipient, 'id' | 'email' | 'name' | 'role' | 'turn'>[];
};

/** An agreement as it is read back from its text. */
export type Agreement = {
  salt: string;
  document: Record<string, unknown>;
  fields: readonly Record<string, unknown>[];
  recipients: readonly AgreedRecipient[];
};
export type AgreedRecipient = { id: string; email: string; name: string; role: string; order: number };

/**
 * The agreement in canonical form (RFC 8785): its SHA-256 stands in `document_sent` and in every act, so that no
 * field can be moved, retyped, relabelled, given to somebody else or added afterwards, no title changed and nobody
 * exchanged (P-11). Fields and recipients are in the order of their ids. `salt` is 32 hexadecimal digits: the hash
 * is in the trail forever, and must not reveal names to someone who tries them after they were erased (G-2). There are
 * two versions of an agreement: documents that were sent before documents had formats have no `document.formats`, so
 * that their hashes remain what they were.
 */
export function agreementText({ document, fields, recipients }: Agreed, salt: string): string {
  return canonicalJson({ salt, ...agreementParts({ document, fields, recipients }) });
}

/** The same without its salt, for the evidence; its members are described in docs/evidence.md. */
export function agreementParts({ document, fields, recipients }: Agreed) {
  const { id, title, fileName, originalSha256, baseSha256, signingOrder, pages, formats } = document;
  return {
    document: {
      ...{ id, title, fileName, originalSha256, baseSha256, signingOrder },
      ...(formats && { formats: agreedFormats(formats) }),
      pages: pages.map(({ width, height, rotate, crop, userUnit }) => ({
        ...{ width, height, rotate, userUnit },
        crop: [...crop],
      })),
    },
    fields: [...fields].sort(byId).map(agreedField),
    recipients: [...recipients]
      .sort(byId)
      .map(({ id: recipientId, email, name, role, turn }): AgreedRecipient => ({
        ...{ id: recipientId, email, name, role },
        order: turn,
      })),
  };
}

/**
 * The part of an agreement that one recipient's page shows, in canonical form: their own name and address, and the name
 * of everybody who has a box there. Of two that differ in nothing else, a page of one is a page of the other.
 */
export function agreementShownTo({ document, fields, recipients }: Agreed, recipientId: string): string {
  const { id, title, baseSha256, formats } = document;
  const boxed = new Set(fields.map((field) => field.recipientId));
  return canonicalJson({
    document: { id, title, baseSha256, ...(formats && { formats: agreedFormats(formats) }) },
    fields: [...fields].sort(byId).map(agreedField),
    recipients: [...recipients]
      .filter((one) => one.id === recipientId || boxed.has(one.id))
      .sort(byId)
      .map((one) => ({
        ...{ id: one.id, name: one.name, role: one.role },
        email: one.id === recipientId ? one.email : null,
      })),
  });
}

function agreedFormats({ timeZone, dateFormat, numberFormat }: DocumentFormats) {
  return { timeZone, dateFormat, numberFormat };
}

function agreedField(field: Field) {
  const { id, type, page, x, y, width, height, recipientId, required, label, properties } = field;
  // Through JSON once: a member that is undefined is one that is not there.
  const rules = JSON.parse(JSON.stringify(properties ?? {})) as Record<string, Plain>;
  return { id, type, page, x, y, width, height, recipientId, required, label, properties: rules };
}

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}

/** Reads an agreement back; undefined when the text is no agreement in canonical form. */
export function readAgreement(text: string): Agreement | undefined {
  try {
    const read = JSON.parse(text) as Agreement & Record<string, Plain>;
    const whole =
      typeof read.salt === 'string' && Array.isArray(read.fields) && Array.isArray(read.recipients);
    return whole && canonicalJson(read) === text ? read : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether an agreement may follow another: the name and the address of one recipient may change, by an event that
 * says so, and nothing else.
 */
export function mayFollow(before: Agreement, after: Agreement, recipientId: unknown): boolean {
  const same = (agreement: Agreement) =>
    canonicalJson({
      document: agreement.document as Record<string, Plain>,
      fields: agreement.fields as readonly Record<string, Plain>[],
      recipients: agreement.recipients.map((recipient) =>
        recipient.id === recipientId ? { ...recipient, email: '', name: '' } : recipient,
      ),
    });
  return same(before) === same(after);
}
