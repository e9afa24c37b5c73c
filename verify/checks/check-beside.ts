import { canonicalJson } from '#core/trail/canonical.ts';
import { isObject, parse, readBody, utf8, type Json, type JsonObject } from '../evidence.ts';
import { sha256 } from '../hash.ts';

/**
 * Returns true if an evidence.json next to a sealed file equals the one inside it or continues it. To continue
 * it, later events must follow the sealed ones, and people may be erased only as recorded in its trail
 * (docs/evidence.md, Later). Both arguments are raw bytes.
 */
export async function matchesCompanionFile(sealed: Uint8Array, beside: Uint8Array): Promise<boolean> {
  const [own, other] = [parse(utf8(sealed)), parse(utf8(beside))];
  if (!isObject(own) || !isObject(other)) return false;
  if (other['extends'] === undefined) return isSame(own, other);
  const [events, later] = [listOf(own['events']), listOf(other['events'])];
  const { extends: from, erased: gone, ...rest } = other;
  const isFrom = isObject(from) && isSame(from, { chainHead: own['chainHead']!, events: events.length });
  const first: JsonObject = {
    ...rest,
    events: later.slice(0, events.length),
    chainHead: own['chainHead'] ?? null,
  };
  const erased = gone === undefined ? [] : Array.isArray(gone) ? gone : [null];
  return (
    isFrom &&
    (erased.length === 0 ? isSame(own, first) : isForgotten(own, first, erased)) &&
    erased.every((id) => later.slice(events.length).some((event) => erases(event, id))) &&
    (await followsOn(own['chainHead'], later.slice(events.length), other['chainHead']))
  );
}

/**
 * Returns true if `own` equals the sealed evidence except for missing values of the erased people. No value may
 * differ.
 */
function isForgotten(own: JsonObject, first: JsonObject, erased: readonly Json[]): boolean {
  const of = (list: Json | undefined, key: string, without: JsonObject): Json[] =>
    listOf(list).map((one) => (erased.includes(one[key] ?? null) ? { ...one, ...without } : one));
  const bare = (all: JsonObject): JsonObject => ({
    ...all,
    events: listOf(all['events']).map(({ body, hash }) => ({ body: body ?? null, hash: hash ?? null })),
  });
  const left = {
    ...own,
    agreement: null,
    recipients: of(own['recipients'], 'id', { name: '', email: '' }),
    fields: of(own['fields'], 'recipientId', { properties: {}, value: null }),
  };
  const kept = listOf(own['events']).map(({ values }) => listOf(values).map((one) => canonicalJson(one)));
  return (
    isSame(bare(first), bare(left)) &&
    listOf(first['events']).every((event, at) =>
      listOf(event['values']).every((value) => kept[at]?.includes(canonicalJson(value))),
    )
  );
}

function erases({ body }: JsonObject, id: Json): boolean {
  const event = readBody(typeof body === 'string' ? body : '');
  return event?.type === 'person_erased' && event.data['recipientId'] === id;
}

async function followsOn(
  from: Json | undefined,
  events: readonly JsonObject[],
  head: Json | undefined,
): Promise<boolean> {
  let last = from;
  for (const { body, hash } of events) {
    const text = typeof body === 'string' ? body : '';
    if (readBody(text)?.prev !== last || (await sha256(`\u0000${text}`)) !== hash) return false;
    last = hash;
  }
  return last === head;
}

const isSame = (one: Json, other: Json): boolean => canonicalJson(one) === canonicalJson(other);

function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
