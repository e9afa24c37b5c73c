import { canonicalJson } from '#core/trail/canonical.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** The parts of docs/evidence.md that the checks use. Parts that are only hashed remain plain JSON. */
export type Evidence = {
  readonly version: 1 | 2 | 3;
  /** How the document ended, for a record without pages (version 3). */
  readonly ending?: Ending;
  /**
   * True for a certificate in a separate file without the document's pages. This is not part of the evidence
   * itself.
   */
  readonly isApart?: true;
  readonly agreement: { readonly salt: string; readonly sha256: string } | null;
  readonly document: JsonObject & { id: string; title: string; baseSha256: string; baseBytes: number };
  readonly fields: readonly (JsonObject & { id: string })[];
  readonly recipients: readonly Recipient[];
  readonly disclosures: readonly { version: string; language: string; text: string }[];
  readonly chainHead: string;
  readonly events: readonly StoredEvent[];
};

/** Returns false for the record of an uncompleted document and for a separate certificate. */
export const hasPages = ({ ending, isApart }: Pick<Evidence, 'ending' | 'isApart'>): boolean =>
  ending === undefined && !isApart;

export const endings = ['declined', 'voided', 'expired'] as const;
export type Ending = (typeof endings)[number];

export type Recipient = { id: string; name: string; email: string; role: string; order: number };
export type StoredEvent = { body: string; hash: string; values: readonly Value[] };
export type Value = { name: string; value: string; salt: string };

/** The properties of an event that the checks use. */
export type EventBody = {
  type: string;
  seq: number;
  documentId: string;
  prev: string;
  occurredAt: string;
  actor: { kind: string; id: string | null };
  data: JsonObject;
  personal: { [name: string]: string };
};

/**
 * Parses an `evidence.json`. Returns 'newer' for a version that this verifier does not know. Returns 'form' for
 * anything that is not canonical JSON with exactly these properties, because text with two readings would be
 * ambiguous.
 */
export function readEvidence(bytes: Uint8Array): Evidence | 'newer' | 'form' {
  const json = parse(utf8(bytes));
  if (!isObject(json) || json['format'] !== 'countersign-evidence') return 'form';
  const { version } = json;
  if (typeof version === 'number' && version > 3) return 'newer';
  const members = ['format', 'version', 'document', 'fields', 'disclosures', 'events', 'chainHead'];
  const later = [...members, 'agreement', 'recipients'];
  const wanted = version === 1 ? members : version === 2 ? later : [...later, 'ending'];
  if ((version !== 1 && version !== 2 && version !== 3) || !hasOnly(json, wanted)) return 'form';
  if (version === 3 && !endings.some((one) => one === json['ending'])) return 'form';
  const evidence = { agreement: null, recipients: [], ...json };
  return isEvidence(evidence) ? evidence : 'form';
}

/** Decodes UTF-8 strictly. Keeps a byte order mark and rejects invalid sequences. */
export function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '';
  }
}

/** Parses canonical JSON. Returns undefined for any other text. */
export function parse(text: string): Json | undefined {
  try {
    const json = JSON.parse(text) as Json;
    return canonicalJson(json) === text ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the event in a body, or undefined if it is not an event. */
export function readBody(body: string): EventBody | undefined {
  const json = parse(body);
  if (!isObject(json) || !hasTexts(json, 'type', 'documentId', 'prev', 'occurredAt')) return undefined;
  const { seq, actor, data, personal } = json;
  const isActor =
    isObject(actor) && hasTexts(actor, 'kind') && (actor['id'] === null || hasTexts(actor, 'id'));
  if (typeof seq !== 'number' || !isActor || !isObject(data) || !isObject(personal)) return undefined;
  return hasTexts(personal, ...Object.keys(personal)) ? (json as unknown as EventBody) : undefined;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isEvidence(json: JsonObject): json is JsonObject & Evidence {
  const { version, agreement, document, fields, recipients, disclosures, chainHead, events } = json;
  return (
    (agreement === null || (isObject(agreement) && isOnly(agreement, 'salt', 'sha256'))) &&
    isObject(document) &&
    hasTexts(document, 'id', 'title', 'baseSha256') &&
    Number.isSafeInteger(document['baseBytes']) &&
    isListOf(fields, (field) => hasTexts(field, 'id')) &&
    isListOf(recipients, (one) => version === 1 || hasTexts(one, 'id', 'name', 'email', 'role')) &&
    isListOf(disclosures, (one) => isOnly(one, 'version', 'language', 'text')) &&
    typeof chainHead === 'string' &&
    isListOf(events, isStoredEvent)
  );
}

export function isStoredEvent(event: JsonObject): boolean {
  return (
    hasOnly(event, ['body', 'hash', 'values']) &&
    hasTexts(event, 'body', 'hash') &&
    isListOf(event['values'], (value) => isOnly(value, 'name', 'value', 'salt'))
  );
}

export function isListOf(value: Json | undefined, isOne: (item: JsonObject) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isObject(item) && isOne(item));
}

function isOnly(object: JsonObject, ...names: string[]): boolean {
  return hasOnly(object, names) && hasTexts(object, ...names);
}

export function hasTexts(object: JsonObject, ...names: string[]): boolean {
  return names.every((name) => typeof object[name] === 'string');
}

export function hasOnly(object: JsonObject, names: readonly string[]): boolean {
  return Object.keys(object).sort().join() === names.toSorted().join();
}
