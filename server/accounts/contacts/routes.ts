import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { type ContactView, contactRows } from '#contract/accounts/contacts.ts';
import { byteOrderMark, csvLine } from '#core/csv/write-csv.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { linkToNext } from '../../foundation/http/link-to-next.ts';
import { sendExport } from '../../foundation/http/send-export.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { ContactsDeps } from './deps.ts';
import { contactView, type Contact } from './contact.ts';
import { findContact } from './contact-store.ts';
import { addContact, changeContact, noContact, removeContact } from './edit-contact.ts';
import { importContacts } from './import-contacts.ts';
import { countContacts, listContacts } from './list-contacts.ts';

/** Routes for the address book of an account. */
export function contactRoutes(services: ContactsDeps): Routes {
  return (app) => {
    reading(app, services);
    writing(app, services);
    importing(app, services);
  };
}

function reading(app: App, { db }: ContactsDeps): void {
  serve(app, contactRows.listContacts, async ({ user, query, request, reply }) => {
    const { accountId, sight } = user;
    const { contacts, next } = await listContacts(db, accountId, { ...query, sight });
    reply.header('x-total-count', await countContacts(db, accountId, { ...query, sight }));
    if (next) reply.header('link', linkToNext(request.url, next));
    return contacts.map(contactView);
  });

  serve(app, contactRows.exportContacts, ({ user, reply }) =>
    sendExport(reply, {
      name: 'contacts.csv',
      type: 'text/csv; charset=utf-8',
      stream: Readable.from(exportLines(db, user)),
    }),
  );

  serve(app, contactRows.readContact, async ({ user, params }) =>
    viewOf((await findContact(db, user.accountId, params.id)) ?? noContact),
  );
}

function writing(app: App, { db, clock }: ContactsDeps): void {
  serve(app, contactRows.addContact, async ({ user, body }) =>
    viewOf(await addContact(db, user, body, clock())),
  );
  serve(app, contactRows.replaceContact, async ({ user, params, body }) =>
    viewOf(await changeContact(db, user.accountId, params.id, body, clock())),
  );
  serve(app, contactRows.deleteContact, ({ user, params }) => removeContact(db, user.accountId, params.id));
}

function importing(app: App, services: ContactsDeps): void {
  const { clock } = services;
  serve(app, contactRows.previewContactImport, ({ user: { accountId }, body: { csv } }) =>
    importContacts(services, { accountId, csv, write: false, now: clock() }),
  );
  serve(app, contactRows.importContacts, ({ user: { accountId }, body: { csv } }) =>
    importContacts(services, { accountId, csv, write: true, now: clock() }),
  );
}

async function* exportLines(
  db: Kysely<Schema>,
  { accountId, sight }: { accountId: string; sight: Visibility },
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(['Email', 'Name', 'Company', 'Note']);
  let cursor: string | undefined;
  do {
    const page = await listContacts(db, accountId, { sight, cursor, limit: 500 });
    yield page.contacts
      .map(({ email, name, company, note }) => csvLine([email, name, company, note]))
      .join('');
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

function viewOf(outcome: Contact | Refusal): ContactView | Refusal {
  return isRefusal(outcome) ? outcome : contactView(outcome);
}
