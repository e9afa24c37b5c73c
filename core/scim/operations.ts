import { attributeOf, isObject } from './attribute.ts';
import { scimFault, type ScimFault } from './fault.ts';

export type Operation = { op: 'add' | 'replace' | 'remove'; path?: string; value: unknown };

/** Maximum number of operations. Microsoft Entra sends one for each member of a group. */
const mostOperations = 1000;

/** Parses the operations of a PATCH (RFC 7644 §3.5.2). */
export function readOperations(body: unknown): Operation[] | ScimFault {
  const listed = isObject(body) ? attributeOf(body, 'operations') : undefined;
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > mostOperations) return malformed;
  const operations: Operation[] = [];
  for (const given of listed) {
    if (!isObject(given)) return malformed;
    const op = String(attributeOf(given, 'op')).toLowerCase();
    const path = attributeOf(given, 'path');
    if (op !== 'add' && op !== 'replace' && op !== 'remove') return malformed;
    if (path !== undefined && path !== null && typeof path !== 'string') return malformed;
    const named = typeof path === 'string' && path !== '' ? path : undefined;
    if (op === 'remove' && named === undefined)
      return scimFault('noTarget', 'An operation that removes something needs a path.');
    operations.push({ op, ...(named !== undefined && { path: named }), value: attributeOf(given, 'value') });
  }
  return operations;
}

const malformed = scimFault(
  'invalidSyntax',
  `Send Operations, a list of at most ${mostOperations} operations with op (add, replace or remove), path and value.`,
);
