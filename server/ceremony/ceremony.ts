import type { Language } from '#core/language/language.ts';
import type { StoredRecipient, WholeDocument } from '../records/document-store.ts';
import type { Link } from '../records/link-store.ts';

/** Where a request came from; never taken from what the client claims (T-11). */
export type Visitor = { ip: string; userAgent: string; language: Language; origin: string };

/** One recipient's go at one document, as their link finds it. */
export type Ceremony = {
  /** The link, and what proves that its codes were entered. */
  owner: Link & { pass: string | undefined };
  whole: WholeDocument;
  recipient: StoredRecipient;
};
