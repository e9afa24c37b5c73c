import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { contactBody, importBody, largestImportBody, listContactsQuery } from '#contract/contacts.ts';
import { byteOrderMark, csvLine } from '#core/csv/write-csv.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../db/schema.ts';
import type { App, Feature } from '../http/fastify-app.ts';
import { linkToNext } from '../http/link-to-next.ts';
import { sendRefusal } from '../http/problems.ts';
import { sendExport } from '../http/send-export.ts';
import { signedIn } from '../http/signed-in.ts';
import type { Clock } from '../ports/clock.ts';
import { contactView, type Contact } from './contact.ts';
import { findContact } from './contact-store.ts';
import { addContact, changeContact, noContact, removeContact } from './edit-contact.ts';
import { importContacts } from './import-contacts.ts';
import { countContacts, listContacts } from './list-contacts.ts';

export type ContactServices = { db: Kysely<Schema>; clock: Clock };

const guarded = { preHandler: signedIn };
const byId = { params: z.object({ id: z.string() }) };

/** The address book of an account, for its holder. */
export function contactRoutes(services: ContactServices): Feature {
  return (app) => {
    reading(app, services);
    writing(app, services);
    importing(app, services);
  };
}

function reading(app: App, { db }: ContactServices): void {
  app.get(
    '/api/contacts',
    { ...guarded, schema: { querystring: listContactsQuery } },
    async (request, reply) => {
      const { accountId } = request.user;
      const { contacts, next } = await listContacts(db, accountId, request.query);
      reply.header('x-total-count', await countContacts(db, accountId, request.query.q));
      if (next) reply.header('link', linkToNext(request.url, next));
      return contacts.map(contactView);
    },
  );

  app.get('/api/contacts/export', guarded, (request, reply) =>
    sendExport(reply, {
      name: 'contacts.csv',
      type: 'text/csv; charset=utf-8',
      stream: Readable.from(exportLines(db, request.user.accountId)),
    }),
  );

  app.get('/api/contacts/:id', { ...guarded, schema: byId }, async (request, reply) =>
    answer(reply, (await findContact(db, request.user.accountId, request.params.id)) ?? noContact),
  );
}

function writing(app: App, { db, clock }: ContactServices): void {
  app.post('/api/contacts', { ...guarded, schema: { body: contactBody } }, async (request, reply) =>
    answer(reply.code(201), await addContact(db, request.user.accountId, request.body, clock())),
  );

  app.put(
    '/api/contacts/:id',
    { ...guarded, schema: { ...byId, body: contactBody } },
    async (request, reply) => {
      const { params, body, user } = request;
      return answer(reply, await changeContact(db, user.accountId, params.id, body, clock()));
    },
  );

  app.delete('/api/contacts/:id', { ...guarded, schema: byId }, async (request, reply) => {
    const refused = await removeContact(db, request.user.accountId, request.params.id);
    return refused ? sendRefusal(reply, refused) : reply.code(204).send();
  });
}

function importing(app: App, { db, clock }: ContactServices): void {
  for (const [path, write] of [
    ['/api/contacts/import/preview', false],
    ['/api/contacts/import', true],
  ] as const) {
    app.post(
      path,
      { ...guarded, bodyLimit: largestImportBody, schema: { body: importBody } },
      async (request, reply) => {
        const { accountId } = request.user;
        const { csv } = request.body;
        const imported = await importContacts(db, { accountId, csv, write, now: clock() });
        return isRefusal(imported) ? sendRefusal(reply, imported) : imported;
      },
    );
  }
}

async function* exportLines(db: Kysely<Schema>, accountId: string): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(['Email', 'Name', 'Company', 'Note']);
  let cursor: string | undefined;
  do {
    const page = await listContacts(db, accountId, { cursor, limit: 500 });
    yield page.contacts
      .map(({ email, name, company, note }) => csvLine([email, name, company, note]))
      .join('');
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

function answer(reply: FastifyReply, outcome: Contact | Refusal): FastifyReply {
  return isRefusal(outcome) ? sendRefusal(reply, outcome) : reply.send(contactView(outcome));
}
