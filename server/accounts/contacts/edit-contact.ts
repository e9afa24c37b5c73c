import type { Kysely } from 'kysely';
import { nameProblem, refuseName } from '#core/person/name.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { sqlState } from '../../foundation/db/transaction.ts';
import { cardProblem, cleanCard, type Contact, type ContactCard } from './contact.ts';
import { deleteContact, insertContact, saveContact } from './contact-store.ts';

export const noContact = refuse('not-found', 'This contact does not exist.');

export async function addContact(
  db: Kysely<Schema>,
  { accountId, userId }: { accountId: string; userId: string },
  given: ContactCard & { private?: boolean | undefined },
  now: number,
): Promise<Contact | Refusal> {
  const card = cleanCard(given);
  const keeper = given.private ? userId : null;
  return refusalOf(card) ?? (await insertContact(db, { accountId, keeper }, card, now)) ?? taken(card);
}

/** Replaces all details of a contact, including its address. */
export async function changeContact(
  db: Kysely<Schema>,
  accountId: string,
  id: string,
  given: ContactCard,
  now: number,
): Promise<Contact | Refusal> {
  const card = cleanCard(given);
  const refused = refusalOf(card);
  if (refused) return refused;
  try {
    return (await saveContact(db, accountId, id, card, now)) ?? noContact;
  } catch (error) {
    if (sqlState(error) === '23505') return taken(card);
    throw error;
  }
}

export async function removeContact(
  db: Kysely<Schema>,
  accountId: string,
  id: string,
): Promise<Refusal | undefined> {
  return (await deleteContact(db, accountId, id)) ? undefined : noContact;
}

function refusalOf(card: ContactCard): Refusal | undefined {
  switch (cardProblem(card)) {
    case 'address-missing':
    case 'address-invalid':
      return refuse('contact-address-invalid', 'Enter a valid email address, such as name@example.com.');
    case 'name-invalid':
      return refuseName('contact-name-invalid', 'The name', nameProblem(card.name) ?? 'control');
    default:
      return undefined;
  }
}

function taken({ email }: ContactCard): Refusal {
  return refuse('contact-exists', `${email} is already in your contacts. Edit that contact instead.`, {
    email,
  });
}
