import type { Field } from '../field/field.ts';
import type { PageGeometry } from '../field/layout/geometry.ts';
import type { DocumentFormats } from '../formats/formats.ts';
import { agreedFiles, type DocumentFile } from './files.ts';
import type { ChosenFiles } from '../recipient/chosen-files.ts';
import type { Recipient } from '../recipient/recipient.ts';
import { canonicalJson } from '../trail/canonical.ts';

/** The agreement that all recipients sign: the file, the fields and the people who fill them in. */
export type Agreed = {
  document: {
    id: string;
    title: string;
    fileName: string;
    originalSha256: string;
    baseSha256: string;
    signingOrder: string;
    pages: readonly PageGeometry[];
    /** Null for a document that was sent before documents had print formats. */
    formats?: DocumentFormats | null;
    /** Null or omitted for a document with a single file. */
    files?: readonly DocumentFile[] | null;
  };
  fields: readonly Field[];
  recipients: readonly (Pick<Recipient, 'id' | 'email' | 'name' | 'role' | 'turn'> & {
    onlyFiles?: ChosenFiles | undefined;
  })[];
};

/** A parsed agreement. */
export type Agreement = {
  salt: string;
  document: Record<string, unknown>;
  fields: readonly Record<string, unknown>[];
  recipients: readonly AgreedRecipient[];
};
export type AgreedRecipient = {
  id: string;
  email: string;
  name: string;
  role: string;
  order: number;
  /** Only for a recipient who receives some but not all of the files. */
  files?: readonly string[];
};

/**
 * Returns the agreement in canonical form (RFC 8785). Its SHA-256 is part of `document_sent` and of every
 * action. Therefore no field can later be moved, retyped, relabeled, reassigned or added, no title changed and
 * no recipient replaced (P-11). Fields and recipients are sorted by id. `salt` has 32 hexadecimal digits. The
 * audit trail keeps the hash forever, and without the salt no one can confirm guessed names after they were
 * erased (G-2). `document.formats` is omitted for documents sent before formats existed, so that their hashes
 * remain valid. `document.files` is present only if there are several files.
 */
export function agreementText({ document, fields, recipients }: Agreed, salt: string): string {
  return canonicalJson({ salt, ...agreementParts({ document, fields, recipients }) });
}

/** Returns the agreement without its salt, for the evidence. docs/evidence.md describes its properties. */
export function agreementParts({ document, fields, recipients }: Agreed) {
  const { id, title, fileName, originalSha256, baseSha256, signingOrder, pages, formats, files } = document;
  return {
    document: {
      id,
      title,
      fileName,
      originalSha256,
      baseSha256,
      signingOrder,
      ...(formats && { formats: agreedFormats(formats) }),
      ...(files && { files: agreedFiles(files) }),
      pages: pages.map(({ width, height, rotate, crop, userUnit }) => ({
        width,
        height,
        rotate,
        userUnit,
        crop: [...crop],
      })),
    },
    fields: [...fields].sort(byId).map(agreedField),
    recipients: [...recipients]
      .sort(byId)
      .map(({ id: recipientId, email, name, role, turn, onlyFiles }): AgreedRecipient => ({
        id: recipientId,
        email,
        name,
        role,
        order: turn,
        ...(onlyFiles && { files: [...onlyFiles] }),
      })),
  };
}

/**
 * Returns the file hash for an event. For several files, only the salted agreement contains the hash. Otherwise
 * the event in one separately sealed file would confirm guesses about the others.
 */
export function baseStated({ baseSha256, files }: Pick<Agreed['document'], 'baseSha256' | 'files'>): {
  baseSha256?: string;
} {
  return files ? {} : { baseSha256 };
}

/**
 * Returns the part of an agreement that one recipient sees, in canonical form: their own name and address, and
 * the name of each person who has a field there. If this part is equal in two agreements, the recipient's pages
 * are identical.
 */
export function agreementTextFor({ document, fields, recipients }: Agreed, recipientId: string): string {
  const { id, title, baseSha256, formats, files } = document;
  const boxed = new Set(fields.map((field) => field.recipientId));
  return canonicalJson({
    document: {
      ...{ id, title, baseSha256 },
      ...(formats && { formats: agreedFormats(formats) }),
      ...(files && { files: agreedFiles(files) }),
    },
    fields: [...fields].sort(byId).map(agreedField),
    recipients: [...recipients]
      .filter((one) => one.id === recipientId || boxed.has(one.id))
      .sort(byId)
      .map((one) => ({
        id: one.id,
        name: one.name,
        role: one.role,
        email: one.id === recipientId ? one.email : null,
      })),
  });
}

function agreedFormats({ timeZone, dateFormat, numberFormat, look, signatureLine }: DocumentFormats) {
  const options = { ...(look && { look: { ...look } }), ...(signatureLine && { signatureLine }) };
  return { timeZone, dateFormat, numberFormat, ...options };
}

function agreedField(field: Field) {
  const { id, type, page, x, y, width, height, recipientId, required, label, properties } = field;
  // A round trip through JSON drops undefined properties.
  const rules = JSON.parse(JSON.stringify(properties ?? {})) as Record<string, Plain>;
  return { id, type, page, x, y, width, height, recipientId, required, label, properties: rules };
}

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}

/** Parses an agreement. Returns undefined if the text is not an agreement in canonical form. */
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
 * Returns true if `after` is a valid successor of an agreement. Only the name and address of one recipient may
 * differ, and an event has to record the change.
 */
export function isAllowedSuccessor(before: Agreement, after: Agreement, recipientId: unknown): boolean {
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
