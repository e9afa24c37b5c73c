import type { Language } from '#core/language/language.ts';
import type { StoredDocument, StoredRecipient, WholeDocument } from '../../records/document-store.ts';
import type { Link } from '../../records/link-store.ts';

/** Where a request came from, never taken from its body (T-11). */
export type Visitor = { ip: string; userAgent: string; language: Language; origin: string };

/** A recipient's part of a document, accessed through their signing link. */
export type Ceremony = {
  /** The link, and the cookie that proves that its codes were entered. */
  owner: Link & { pass: string | undefined };
  /** Everything that the recipient may know about the document. Someone who acts may know all of it. */
  whole: WholeDocument;
  recipient: StoredRecipient;
  /** The stored document, for finding its sealed files. */
  stored: StoredDocument;
};
