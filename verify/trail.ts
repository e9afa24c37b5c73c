import { readBody } from './evidence.ts';
import type { EventBody, Evidence } from './evidence.ts';
import { sha256 } from './hash.ts';
import type { Finding } from './report.ts';

/** An event of the trail with its personal values. */
export type ReadEvent = {
  readonly place: number;
  readonly body: EventBody;
  readonly values: { readonly [name: string]: string };
};

export type Trail = {
  readonly events: readonly ReadEvent[];
  readonly chain: readonly Finding[];
  readonly values: readonly Finding[];
};

/**
 * Verifies the chain of events and reads their personal values (docs/evidence.md: Event, Chain, Personal value).
 * `withholds` is true for one of several files, whose evidence omits values that belong to the others.
 */
export async function readTrail(
  evidence: Pick<Evidence, 'events' | 'chainHead'> & { readonly document: { readonly id: string } },
  { withholds = false } = {},
): Promise<Trail> {
  const events: ReadEvent[] = [];
  const chain: Finding[] = [];
  const values: Finding[] = [];
  let head = '0'.repeat(64);
  for (const [index, stored] of evidence.events.entries()) {
    const place = index + 1;
    if ((await sha256(`\u0000${stored.body}`)) !== stored.hash)
      chain.push({ code: 'event-altered', event: place });
    const body = readBody(stored.body);
    if (body === undefined) chain.push({ code: 'event-form', event: place });
    else {
      if (body.documentId !== evidence.document.id) {
        chain.push({ code: 'event-of-other-document', event: place });
      }
      if (body.seq !== place || body.prev !== head) chain.push({ code: 'event-misplaced', event: place });
      const opened = await openValues(stored.values, body, place, withholds);
      values.push(...opened.findings);
      events.push({ place, body, values: opened.values });
    }
    head = stored.hash;
  }
  if (head !== evidence.chainHead) chain.push({ code: 'head-differs' });
  return { events, chain, values };
}

async function openValues(
  stored: Evidence['events'][number]['values'],
  body: EventBody,
  event: number,
  withholds: boolean,
): Promise<{ values: { [name: string]: string }; findings: Finding[] }> {
  const values: { [name: string]: string } = Object.create(null) as { [name: string]: string };
  const findings: Finding[] = [];
  for (const { name, value, salt } of stored) {
    // If the salt could have another length, part of it could be moved into the value.
    if (!/^[0-9a-f]{32}$/.test(salt) || name in values) findings.push({ code: 'value-form', event, name });
    else if ((await sha256(`${salt}:${value}`)) !== body.personal[name]) {
      findings.push({ code: 'value-differs', event, name });
    }
    values[name] = value;
  }
  if (withholds) return { values, findings };
  // A person can be erased only after the file was sealed, so the sealer must have withheld a missing value.
  for (const name of Object.keys(body.personal))
    if (!(name in values) && !kept.has(name)) findings.push({ code: 'value-missing', event, name });
  return { values, findings };
}

/** Values of other parties that recipients must not see (docs/evidence.md, `events`). */
const kept: ReadonlySet<string> = new Set(['ip', 'userAgent', 'reply']);

const acts: ReadonlySet<string> = new Set(['document_signed', 'document_approved']);

export function isAct({ body }: ReadEvent): boolean {
  return acts.has(body.type);
}
