import { isBlank } from '../language/visible.ts';
import { attributeName, attributeOf, isObject, scimSchemas } from './attribute.ts';
import { isScimFault, scimFault, type ScimFault } from './fault.ts';
import { readOperations } from './operations.ts';

/** A change of a group's members. Steps are applied in order. */
export type MembersStep = { op: 'add' | 'remove' | 'replace'; ids: string[] };

export type GroupChange = {
  name?: string;
  /** Null to remove it. */
  externalId?: string | null;
  members: MembersStep[];
};

const mostMembers = 1000;

/** Parses a whole group for creating or replacing it. */
export function readGroup(body: unknown): (GroupChange & { name: string }) | ScimFault {
  const change = readAttributes(body, 'replace');
  if (isScimFault(change)) return change;
  const { name } = change;
  if (name === undefined) return noName;
  const members = change.members.length > 0 ? change.members : [{ op: 'replace' as const, ids: [] }];
  return { externalId: null, ...change, name, members };
}

/** Parses the operations of a PATCH of a group, as sent by Okta and Microsoft Entra. */
export function readGroupPatch(body: unknown): GroupChange | ScimFault {
  const operations = readOperations(body);
  if (isScimFault(operations)) return operations;
  let change: GroupChange = { members: [] };
  for (const { op, path, value } of operations) {
    const next = path === undefined ? readAttributes(value, op) : readAttribute(path, value, op);
    if (isScimFault(next)) return next;
    change = { ...change, ...next, members: [...change.members, ...next.members] };
  }
  return change;
}

type Op = MembersStep['op'];

function readAttributes(value: unknown, op: Op): GroupChange | ScimFault {
  if (!isObject(value))
    return scimFault('invalidSyntax', `Send an object with the attributes of ${scimSchemas.group}.`);
  let change: GroupChange = { members: [] };
  for (const [name, given] of Object.entries(value)) {
    const next = readAttribute(name, given, op);
    if (isScimFault(next)) return next;
    change = { ...change, ...next, members: [...change.members, ...next.members] };
  }
  return change;
}

function readAttribute(path: string, value: unknown, op: Op): GroupChange | ScimFault {
  const name = attributeName(path);
  const none = { members: [] };
  if (name === 'displayname') return readGroupName(value, op);
  if (name === 'externalid') {
    if (op === 'remove' || value === null) return { ...none, externalId: null };
    return typeof value === 'string' && value.length <= 500 ? { ...none, externalId: value } : unfitId;
  }
  if (['schemas', 'id', 'meta'].includes(name)) return none;
  const one = /^members\[value eq "([^"\\]{1,100})"\]$/.exec(name)?.[1];
  if (one !== undefined) return { members: [{ op, ids: [one] }] };
  if (name !== 'members') return scimFault('invalidPath', `There is no attribute ${path.slice(0, 100)}.`);
  // A removal without a value removes all members.
  if (op === 'remove' && (value === undefined || value === null))
    return { members: [{ op: 'replace', ids: [] }] };
  return readMembers(value, op);
}

function readGroupName(value: unknown, op: Op): GroupChange | ScimFault {
  const name = typeof value === 'string' && op !== 'remove' ? value.trim() : '';
  return name.length > 100 || isBlank(name) ? noName : { name, members: [] };
}

function readMembers(value: unknown, op: Op): GroupChange | ScimFault {
  const listed = Array.isArray(value) ? value : [value];
  if (listed.length > mostMembers) return tooManyMembers;
  const ids: string[] = [];
  for (const one of listed) {
    const id = isObject(one) ? attributeOf(one, 'value') : one;
    if (typeof id !== 'string')
      return scimFault('invalidValue', 'Each of members needs the id of a person as its value.');
    ids.push(id.toLowerCase());
  }
  return { members: [{ op, ids }] };
}

const noName = scimFault('invalidValue', 'Send a displayName of 1 to 100 characters.');
const unfitId = scimFault('invalidValue', 'externalId must be a text of at most 500 characters.');
const tooManyMembers = scimFault('invalidValue', `A group can have ${mostMembers} members.`);
