import { attributeName } from './attribute.ts';
import { scimFault, type ScimFault } from './fault.ts';

/** A comparison for equality. All comparisons of a filter must be true. */
export type Condition = { attribute: string; value: string | boolean };

const comparison =
  /^\s*([A-Za-z][\w.:$-]*(?:\[[^\]]{0,200}\][\w.]*)?)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*(?:and\s+(?=\S)|$)/i;

/**
 * Parses the filters that directories send: comparisons for equality joined with `and` (RFC 7644 §3.4.2.2).
 * `known` lists the attributes that can be compared.
 */
export function readFilter(text: string, known: readonly string[]): Condition[] | ScimFault {
  const conditions: Condition[] = [];
  for (let rest = text; rest.trim() !== '';) {
    const [whole, written, literal] = comparison.exec(rest) ?? [];
    const attribute = attributeName((written ?? '').replace(/\[[^\]]*\]/, ''));
    const value = literal === undefined ? undefined : valueOf(literal);
    if (whole === undefined || value === undefined || !known.includes(attribute)) return unsupported(known);
    conditions.push({ attribute, value });
    rest = rest.slice(whole.length);
  }
  return conditions.length > 0 ? conditions : unsupported(known);
}

function valueOf(literal: string): string | boolean | undefined {
  if (!literal.startsWith('"')) return literal.toLowerCase() === 'true';
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}

const unsupported = (known: readonly string[]): ScimFault =>
  scimFault('invalidFilter', `Filter with eq and and, by one of these attributes: ${known.join(', ')}.`);
