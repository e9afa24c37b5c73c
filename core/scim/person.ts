import { mailAddress } from '../recipient/mail-address.ts';
import { attributeName, attributeOf, isObject, scimSchemas, type Attributes } from './attribute.ts';
import { isScimFault, scimFault, type ScimFault } from './fault.ts';
import { readOperations } from './operations.ts';

/** The attributes of a person that the product stores. Omitted attributes do not change. */
export type PersonChange = {
  userName?: string;
  email?: string;
  /** Null to remove it. */
  externalId?: string | null;
  givenName?: string;
  familyName?: string;
  active?: boolean;
};

/** Other attributes of RFC 7643 §4.1, which directories send by default and the product ignores. */
const unused = new Set([
  ...['schemas', 'id', 'meta', 'groups', 'roles', 'entitlements', 'x509certificates', 'password', 'title'],
  ...['nickname', 'profileurl', 'usertype', 'preferredlanguage', 'locale', 'timezone', 'phonenumbers'],
  ...['ims', 'photos', 'addresses'],
]);

/** Parses a whole person for creating or replacing it. */
export function readPerson(body: unknown): PersonChange | ScimFault {
  if (!isObject(body)) return notAnObject;
  const change = readAttributes(body);
  if (isScimFault(change)) return change;
  if (change.userName === undefined) return scimFault('invalidValue', 'Send a userName.');
  const email = change.email ?? mailAddress(change.userName);
  if (email === undefined) return noAddress;
  return { externalId: null, ...change, email };
}

/** Parses the operations of a PATCH of a person, as sent by Okta and Microsoft Entra. */
export function readPersonPatch(body: unknown): PersonChange | ScimFault {
  const operations = readOperations(body);
  if (isScimFault(operations)) return operations;
  let change: PersonChange = {};
  for (const { op, path, value } of operations) {
    const next = path === undefined ? readAttributes(value, op) : readAttribute(path, value, op);
    if (isScimFault(next)) return next;
    change = { ...change, ...next };
  }
  return change;
}

type Op = 'add' | 'replace' | 'remove';

function readAttributes(value: unknown, op: Op = 'replace'): PersonChange | ScimFault {
  if (!isObject(value)) return notAnObject;
  let change: PersonChange = {};
  for (const [name, given] of orderedAttributes(value)) {
    const next = readAttribute(name, given, op);
    if (isScimFault(next)) return next;
    change = { ...change, ...next };
  }
  return change;
}

/** Sorts the display name first, so that it applies only if no other name follows. */
function orderedAttributes(value: Attributes): [string, unknown][] {
  const isDisplay = (name: string): number => (attributeName(name) === 'displayname' ? 0 : 1);
  return Object.entries(value).toSorted(([one], [other]) => isDisplay(one) - isDisplay(other));
}

function readAttribute(written: string, given: unknown, op: Op): PersonChange | ScimFault {
  const value = op === 'remove' ? null : given;
  const name = attributeName(written);
  switch (name) {
    case 'username':
      return readText(value, 254, (userName) => ({ userName }));
    case 'externalid':
      return value === null ? { externalId: null } : readText(value, 500, (externalId) => ({ externalId }));
    case 'active':
      return readActive(value);
    case 'displayname':
    case 'name.formatted':
      return value === null ? {} : readName(value, (whole) => splitName(whole));
    case 'name':
      return isObject(value) ? readWholeName(value) : readWholeName({});
    case 'name.givenname':
      return readName(value ?? '', (givenName) => ({ givenName }));
    case 'name.familyname':
      return readName(value ?? '', (familyName) => ({ familyName }));
    default:
      return name.startsWith('emails') ? readEmails(name, value) : readOther(name, written);
  }
}

function readOther(name: string, written: string): PersonChange | ScimFault {
  const [first] = name.split(/[.[]/);
  const isUnused = unused.has(first!) || name.startsWith('name.') || name.startsWith('urn:');
  return isUnused ? {} : scimFault('invalidPath', `There is no attribute ${written.slice(0, 100)}.`);
}

function readActive(value: unknown): PersonChange | ScimFault {
  // Microsoft Entra sends the text ‘False’.
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === true || text === 'true') return { active: true };
  if (text === false || text === 'false') return { active: false };
  return scimFault('invalidValue', 'active must be true or false.');
}

function readWholeName(value: Attributes): PersonChange | ScimFault {
  const parts = ['givenname', 'familyname'].map((part) => attributeOf(value, part));
  const formatted = attributeOf(value, 'formatted');
  if (parts.every((part) => typeof part !== 'string'))
    return typeof formatted === 'string' ? readName(formatted, (whole) => splitName(whole)) : {};
  const [given, family] = parts;
  return readName(given ?? '', (givenName) =>
    readName(family ?? '', (familyName) => ({ givenName, familyName })),
  );
}

function splitName(whole: string): PersonChange {
  const words = whole.split(/\s+/);
  const familyName = words.length > 1 ? words.at(-1)! : '';
  return { givenName: words.slice(0, Math.max(1, words.length - 1)).join(' '), familyName };
}

/** Reads the primary address, or else the work address, or else the first one. Other addresses are ignored. */
function readEmails(name: string, value: unknown): PersonChange | ScimFault {
  const path = /^emails(?:\[(?:type eq "work"|primary eq "?true"?)\])?(?:\.value)?$/;
  if (!path.test(name)) return {};
  const listed = Array.isArray(value) ? value.filter(isObject) : isObject(value) ? [value] : undefined;
  const chosen =
    listed?.find((one) => String(attributeOf(one, 'primary')).toLowerCase() === 'true') ??
    listed?.find((one) => attributeOf(one, 'type') === 'work') ??
    listed?.[0];
  if (listed && !chosen) return {};
  const written = chosen ? attributeOf(chosen, 'value') : value;
  if (written === null || written === undefined || written === '') return {};
  const email = typeof written === 'string' ? mailAddress(written.trim()) : undefined;
  return email === undefined ? noAddress : { email };
}

const readName = (value: unknown, to: (text: string) => PersonChange | ScimFault) =>
  readText(value, 200, to, true);

function readText(
  value: unknown,
  most: number,
  to: (text: string) => PersonChange | ScimFault,
  mayBeEmpty = false,
): PersonChange | ScimFault {
  const text = typeof value === 'string' ? value.trim() : undefined;
  if (text === undefined || text.length > most || (text === '' && !mayBeEmpty))
    return scimFault(
      'invalidValue',
      `userName, externalId and names must be texts of at most ${most} characters.`,
    );
  return to(text);
}

const notAnObject = scimFault('invalidSyntax', `Send an object with the attributes of ${scimSchemas.user}.`);
const noAddress = scimFault(
  'invalidValue',
  'Send an email address, as the userName or as the address at work.',
);
