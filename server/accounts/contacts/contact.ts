import type { Selectable } from 'kysely';
import type { ContactView } from '#contract/accounts/contacts.ts';
import { mailAddress, spellingOf } from '#core/recipient/mail-address.ts';
import { nameProblem } from '#core/person/name.ts';
import type { Language } from '#core/language/language.ts';
import type { ContactsTable } from '../../foundation/db/schema.ts';

/** The user-entered details of a contact. Empty strings mean no value. */
export type ContactCard = { email: string; name: string; company: string; note: string };

export type Contact = ContactCard & {
  id: string;
  language: Language | null;
  /** The member whose private contact it is. */
  privateTo: string | null;
  lastSentAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

export function readContact(row: Selectable<ContactsTable>): Contact {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    company: row.company,
    note: row.note,
    language: row.language as Language | null,
    privateTo: row.private_to,
    lastSentAt: row.last_sent_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/**
 * Returns the public view of a contact. It lists every property explicitly, so that new columns are not
 * exposed by accident.
 */
export function contactView(contact: Contact): ContactView {
  const { id, email, name, company, note } = contact;
  return {
    id,
    email,
    name,
    company,
    note,
    language: contact.language,
    private: contact.privateTo !== null,
    lastSentAt: contact.lastSentAt?.toISOString() ?? null,
    createdAt: contact.createdAt.toISOString(),
    updatedAt: contact.updatedAt.toISOString(),
  };
}

/**
 * Returns the problem with a contact's details, or undefined. The address is validated like a recipient's,
 * because it may become one.
 */
export function cardProblem(
  card: ContactCard,
): 'address-missing' | 'address-invalid' | 'name-invalid' | undefined {
  if (card.email === '') return 'address-missing';
  if (mailAddress(card.email) === undefined) return 'address-invalid';
  return nameProblem(card.name) ? 'name-invalid' : undefined;
}

/**
 * Trims all values, normalizes them to NFC, and removes control characters and characters that reverse the
 * text direction. `cardProblem` checks the name.
 */
export function cleanCard({ email, name, company, note }: ContactCard): ContactCard {
  return {
    email: spellingOf(email),
    name: name.normalize('NFC').trim(),
    company: company.normalize('NFC').replaceAll(unsafeInLine, ' ').replaceAll(/\s+/g, ' ').trim(),
    note: note.normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll(unsafeInText, '').trim(),
  };
}

const unsafeInLine = /[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu;
const unsafeInText = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Returns the same key for different spellings of a mailbox, so that they are one contact. */
export function emailKey(email: string): string {
  return spellingOf(email).toLowerCase();
}

/**
 * Returns the keys for sorting and searching the list. 'Étienne' and 'etienne' have the same key; 'Łódź' and
 * 'lodz' do not.
 */
export function listKeys({ email, name, company }: ContactCard): { sort_key: string; search_text: string } {
  return {
    sort_key: foldForSearch(name === '' ? email : name),
    search_text: foldForSearch(`${name}\n${email}\n${company}`),
  };
}

export function foldForSearch(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
