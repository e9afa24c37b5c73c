import type { FastifyReply } from 'fastify';
import { scimRows } from '#contract/accounts/provisioning.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { isScimFault, type ScimFault } from '#core/scim/fault.ts';
import { readFilter } from '#core/scim/filter.ts';
import { readPerson, readPersonPatch } from '#core/scim/person.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { ProvisioningParts } from './access.ts';
import { findPerson, listPeople, personAttributes, personResource, type Person } from './people.ts';
import { changePerson, createPerson, deletePerson, unknown } from './provision-person.ts';
import { listOf, pageOf, scimBase, sendFault, sendScim, shown, type Shown } from './scim-answer.ts';

export function personRoutes(app: App, services: ProvisioningParts): void {
  const { db, clock } = services;
  const base = scimBase(services.config);
  const scope = ({ accountId }: { accountId: string }) => ({ accountId, now: clock() });
  const send = (reply: FastifyReply, person: Person | Refusal | ScimFault, query: Shown) => {
    if (isRefusal(person)) return person;
    if (isScimFault(person)) return sendFault(reply, person);
    const resource = personResource(person, base);
    return sendScim(reply.header('location', `${base}/Users/${person.id}`), shown(resource, query));
  };
  serve(app, scimRows.listScimUsers, async ({ user, query, reply }) => {
    const filter = query.filter === undefined ? [] : readFilter(query.filter, personAttributes);
    if (isScimFault(filter)) return sendFault(reply, filter);
    const page = pageOf(query);
    const { people, total } = await listPeople(db, scope(user), filter, page);
    const resources = people.map((person) => shown(personResource(person, base), query));
    return sendScim(reply, listOf(resources, total, page.offset));
  });
  serve(app, scimRows.createScimUser, async ({ body, query, request, reply, ...directory }) => {
    const change = readPerson(body);
    if (isScimFault(change)) return sendFault(reply, change);
    return send(reply, await createPerson(services, { directory, request }, change), query);
  });
  serve(app, scimRows.readScimUser, async ({ user, params: { id }, query, reply }) =>
    send(reply, (await findPerson(db, scope(user), id)) ?? unknown, query),
  );
  serve(
    app,
    scimRows.replaceScimUser,
    async ({ body, params: { id }, query, request, reply, ...directory }) => {
      const change = readPerson(body);
      if (isScimFault(change)) return sendFault(reply, change);
      return send(reply, await changePerson(services, { directory, request }, id, change), query);
    },
  );
  serve(
    app,
    scimRows.changeScimUser,
    async ({ body, params: { id }, query, request, reply, ...directory }) => {
      const change = readPersonPatch(body);
      if (isScimFault(change)) return sendFault(reply, change);
      return send(reply, await changePerson(services, { directory, request }, id, change), query);
    },
  );
  serve(app, scimRows.deleteScimUser, async ({ params: { id }, request, ...directory }) =>
    deletePerson(services, { directory, request }, id),
  );
}
