import type { Language } from '#core/language/language.ts';
import type { StoredDocument, StoredRecipient, WholeDocument } from '../../records/document-store.ts';
import type { Link } from '../../records/link-store.ts';

/** Origin of a request, never taken from the request body (T-11). */
export type Visitor = { ip: string; userAgent: string; language: Language; origin: string };

/** A recipient's part of a document, as reached through their signing link. */
export type Ceremony = {
  /** The link, and the cookie that proves that its codes were entered. */
  owner: Link & { pass: string | undefined };
  /** All that the recipient may know of the document: everything for someone who acts. */
  whole: WholeDocument;
  recipient: StoredRecipient;
  /** The stored document, to find its sealed files. */
  stored: StoredDocument;
};
