import { z } from 'zod';
import { actingPassword, actRefusals } from '../acting-password.ts';
import { defineRoutes, file, nothing } from '../route.ts';

const role = z.enum(['member', 'viewer']);

/** A token as shown to owners. The secret is shown only once, when the token is created. */
const provisioningToken = z.object({
  id: z.string(),
  name: z.string(),
  /** The last four characters of the secret, which identify it. */
  lastFour: z.string(),
  /** Role of the people that the directory adds. */
  role,
  /** Owner on whose behalf the directory acts. */
  maker: z.string(),
  /** False if that owner is no longer an owner. */
  works: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});

/** Response of GET /api/team/provisioning. */
export const provisioningAnswer = z.object({
  /** Base URL of the SCIM connector, to enter in the directory. */
  baseUrl: z.string(),
  tokens: z.array(provisioningToken),
});
export type ProvisioningAnswer = z.infer<typeof provisioningAnswer>;

/** Body of POST /api/team/provisioning. */
const newProvisioningToken = z.object({ name: z.string().max(100), role, password: actingPassword });

/** The only response that contains the secret of a token. */
const createdProvisioningToken = z.object({ id: z.string(), secret: z.string() });

/** Tokens with which directories add and remove members. */
export const provisioningRows = defineRoutes({
  readProvisioning: {
    at: 'GET /api/team/provisioning',
    summary: 'List the provisioning tokens',
    caller: 'member',
    permission: 'team.own',
    answers: { 200: provisioningAnswer },
    refusals: [],
  },
  createProvisioningToken: {
    at: 'POST /api/team/provisioning',
    summary: 'Create a provisioning token (only this response contains its secret)',
    caller: 'confirmed',
    permission: 'team.own',
    body: newProvisioningToken,
    answers: { 201: createdProvisioningToken },
    refusals: ['plan-limit-team', 'key-name-missing', 'too-many-keys', ...actRefusals],
  },
  deleteProvisioningToken: {
    at: 'DELETE /api/team/provisioning/{id}',
    summary: 'Revoke a provisioning token',
    caller: 'member',
    permission: 'team.own',
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
});

const scim = file('application/scim+json');
/** The handler reads these bodies itself, because directories send many attributes that are ignored. */
const body = z.looseObject({});
const faulty = { 400: scim } as const;

/** Selects resources and a part of the list (RFC 7644 §3.4.2). */
const listQuery = z.object({
  filter: z.string().max(2000).optional(),
  startIndex: z.coerce.number().int().optional(),
  count: z.coerce.number().int().optional(),
  attributes: z.string().max(2000).optional(),
  excludedAttributes: z.string().max(2000).optional(),
});
const shownQuery = listQuery.pick({ attributes: true, excludedAttributes: true });

const adding = [
  ...([
    'already-member',
    'sign-up-closed',
    'sign-up-limited',
    'address-disposable',
    'recipient-blocked',
  ] as const),
  ...(['mail-paused', 'mail-reported', 'mail-limit-mailbox', 'not-permitted'] as const),
] as const;
const removing = ['successor-invalid', 'last-owner'] as const;

/** SCIM 2.0 (RFC 7643, RFC 7644), with which a directory manages the members and groups of an account. */
export const scimRows = defineRoutes({
  readScimConfig: {
    at: 'GET /scim/v2/ServiceProviderConfig',
    summary: 'Get the supported features of SCIM',
    caller: 'directory',
    answers: { 200: scim },
    refusals: [],
  },
  listScimResourceTypes: {
    at: 'GET /scim/v2/ResourceTypes',
    summary: 'List the types of SCIM resources',
    caller: 'directory',
    answers: { 200: scim },
    refusals: [],
  },
  listScimSchemas: {
    at: 'GET /scim/v2/Schemas',
    summary: 'List the schemas of SCIM resources',
    caller: 'directory',
    answers: { 200: scim },
    refusals: [],
  },
  listScimUsers: {
    at: 'GET /scim/v2/Users',
    summary: 'List the account’s members and the people invited by a directory',
    caller: 'directory',
    query: listQuery,
    answers: { 200: scim, ...faulty },
    refusals: [],
  },
  createScimUser: {
    at: 'POST /scim/v2/Users',
    summary: 'Add a person, who becomes a member or is invited',
    caller: 'directory',
    body,
    query: shownQuery,
    answers: { 201: scim, ...faulty },
    refusals: adding,
  },
  readScimUser: {
    at: 'GET /scim/v2/Users/{id}',
    summary: 'Get a person',
    caller: 'directory',
    query: shownQuery,
    answers: { 200: scim },
    refusals: ['not-found'],
  },
  replaceScimUser: {
    at: 'PUT /scim/v2/Users/{id}',
    summary: 'Replace a person',
    caller: 'directory',
    body,
    query: shownQuery,
    answers: { 200: scim, ...faulty },
    refusals: ['not-found', ...adding, ...removing],
  },
  changeScimUser: {
    at: 'PATCH /scim/v2/Users/{id}',
    summary: 'Change a person, or end their membership with `active: false`',
    caller: 'directory',
    body,
    query: shownQuery,
    answers: { 200: scim, ...faulty },
    refusals: ['not-found', ...adding, ...removing],
  },
  deleteScimUser: {
    at: 'DELETE /scim/v2/Users/{id}',
    summary: 'Remove a person from the account',
    caller: 'directory',
    answers: { 204: nothing },
    refusals: ['not-found', 'not-permitted', ...removing],
  },
  listScimGroups: {
    at: 'GET /scim/v2/Groups',
    summary: 'List the account’s groups for a directory',
    caller: 'directory',
    query: listQuery,
    answers: { 200: scim, ...faulty },
    refusals: [],
  },
  createScimGroup: {
    at: 'POST /scim/v2/Groups',
    summary: 'Create a group for a directory',
    caller: 'directory',
    body,
    query: shownQuery,
    answers: { 201: scim, ...faulty },
    refusals: ['group-exists', 'too-many-groups'],
  },
  readScimGroup: {
    at: 'GET /scim/v2/Groups/{id}',
    summary: 'Get a group for a directory',
    caller: 'directory',
    query: shownQuery,
    answers: { 200: scim },
    refusals: ['not-found'],
  },
  replaceScimGroup: {
    at: 'PUT /scim/v2/Groups/{id}',
    summary: 'Replace a group for a directory',
    caller: 'directory',
    body,
    query: shownQuery,
    answers: { 200: scim, ...faulty },
    refusals: ['not-found', 'group-exists'],
  },
  changeScimGroup: {
    at: 'PATCH /scim/v2/Groups/{id}',
    summary: 'Rename a group or change its members for a directory',
    caller: 'directory',
    body,
    query: shownQuery,
    answers: { 200: scim, ...faulty },
    refusals: ['not-found', 'group-exists'],
  },
  deleteScimGroup: {
    at: 'DELETE /scim/v2/Groups/{id}',
    summary: 'Delete a group for a directory',
    caller: 'directory',
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
});
