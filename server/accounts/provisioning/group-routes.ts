import type { FastifyReply } from 'fastify';
import { scimRows } from '#contract/accounts/provisioning.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { isScimFault, type ScimFault } from '#core/scim/fault.ts';
import { readFilter } from '#core/scim/filter.ts';
import { readGroup, readGroupPatch } from '#core/scim/group.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { unknown } from '../team/groups.ts';
import type { ProvisioningDeps } from './deps.ts';
import {
  changeGroup,
  createGroup,
  deleteGroup,
  findGroup,
  findGroups,
  groupAttributes,
  groupResource,
  type ScimGroup,
} from './groups.ts';
import { listOf, pageOf, scimBase, sendFault, sendScim, shown, type Shown } from './scim-answer.ts';

export function groupRoutes(app: App, services: ProvisioningDeps): void {
  const { db } = services;
  const base = scimBase(services.config);
  const send = (reply: FastifyReply, group: ScimGroup | Refusal | ScimFault, query: Shown) => {
    if (isRefusal(group)) return group;
    if (isScimFault(group)) return sendFault(reply, group);
    const resource = groupResource(group, base);
    return sendScim(reply.header('location', `${base}/Groups/${group.id}`), shown(resource, query));
  };
  serve(app, scimRows.listScimGroups, async ({ user, query, reply }) => {
    const filter = query.filter === undefined ? [] : readFilter(query.filter, groupAttributes);
    if (isScimFault(filter)) return sendFault(reply, filter);
    const groups = await findGroups(db, user.accountId, filter);
    const { offset, limit } = pageOf(query);
    const resources = groups
      .slice(offset, offset + limit)
      .map((group) => shown(groupResource(group, base), query));
    return sendScim(reply, listOf(resources, groups.length, offset));
  });
  serve(app, scimRows.createScimGroup, async ({ body, query, reply, ...directory }) => {
    const change = readGroup(body);
    if (isScimFault(change)) return sendFault(reply, change);
    return send(reply, await createGroup(services, directory, change), query);
  });
  serve(app, scimRows.readScimGroup, async ({ user, params: { id }, query, reply }) =>
    send(reply, (await findGroup(db, user.accountId, id)) ?? unknown, query),
  );
  serve(app, scimRows.replaceScimGroup, async ({ body, params: { id }, query, reply, ...directory }) => {
    const change = readGroup(body);
    if (isScimFault(change)) return sendFault(reply, change);
    return send(reply, await changeGroup(services, directory, id, change), query);
  });
  serve(app, scimRows.changeScimGroup, async ({ body, params: { id }, query, reply, ...directory }) => {
    const change = readGroupPatch(body);
    if (isScimFault(change)) return sendFault(reply, change);
    return send(reply, await changeGroup(services, directory, id, change), query);
  });
  serve(app, scimRows.deleteScimGroup, ({ params: { id }, ...directory }) =>
    deleteGroup(services, directory, id),
  );
}
