import { markKinds } from '#core/ceremony/mark-kind.ts';
import { isLanguage, type Language } from '#core/language/language.ts';
import { typefaces } from '#core/ceremony/typeface.ts';
import { forget, keep, readKeptValue, type Store } from '../../kit/kept.ts';
import { noEntries, type Entries, type Mark } from './entries.ts';

/**
 * Loads the entries kept across a reload of this tab. Session storage ends with the tab, and the key is a
 * digest, so that the signing link itself is never stored (S-11).
 */
export function loadDraft(store: Store, token: string): Entries {
  return parseDraft(readKeptValue(store, keyOf(token)));
}

export function saveDraft(store: Store, token: string, entries: Entries): void {
  keep(store, keyOf(token), entries);
}

/** The last draft from the server that this tab has seen, and when the tab last changed it (ms). */
export type DraftSync = { savedAt: string | null; changedAt: number | null };

export function loadSync(store: Store, token: string): DraftSync {
  const kept = readKeptValue(store, `${keyOf(token)}-saved`);
  const { savedAt, changedAt } = isRecord(kept) ? kept : {};
  return {
    savedAt: typeof savedAt === 'string' ? savedAt : null,
    changedAt: typeof changedAt === 'number' ? changedAt : null,
  };
}

export function saveSync(store: Store, token: string, sync: DraftSync): void {
  keep(store, `${keyOf(token)}-saved`, sync);
}

/**
 * Merges the entries of this tab with those on the server. If another device has saved since, the later
 * change wins for fields that both have filled, and values that only one of them has are kept.
 */
export function mergeValues(
  local: Entries['values'],
  sync: DraftSync,
  server: { values: Entries['values']; savedAt: string } | null,
): Entries['values'] {
  if (!server || server.savedAt === sync.savedAt) return local;
  const isLater = sync.changedAt !== null && sync.changedAt > Date.parse(server.savedAt);
  return isLater ? { ...server.values, ...local } : { ...local, ...server.values };
}

export function deleteDraftValues(store: Store, token: string): void {
  forget(store, keyOf(token), `${keyOf(token)}-saved`);
}

/** The language chosen on this page, kept across a reload like the entries. */
export function loadLanguage(store: Store, token: string): Language | undefined {
  const kept = readKeptValue(store, `${keyOf(token)}-language`);
  return isLanguage(kept) ? kept : undefined;
}

export function saveLanguage(store: Store, token: string, language: Language): void {
  keep(store, `${keyOf(token)}-language`, language);
}

/** Drops every member that this version of the page did not write. */
export function parseDraft(kept: unknown): Entries {
  if (!isRecord(kept)) return noEntries;
  const values = Object.entries(isRecord(kept['values']) ? kept['values'] : {}).filter(
    (entry): entry is [string, string | boolean] => ['string', 'boolean'].includes(typeof entry[1]),
  );
  return {
    values: Object.fromEntries(values),
    signature: parseMark(kept['signature'], noEntries.signature),
    initials: parseMark(kept['initials'], noEntries.initials),
    typeface: typefaces.find((face) => face === kept['typeface']) ?? noEntries.typeface,
  };
}

function parseMark(kept: unknown, fallback: Mark): Mark {
  if (!isRecord(kept)) return fallback;
  const drawn = pngUrl(kept['drawn']);
  return {
    mode: markKinds.find((mode) => mode === kept['mode']) ?? fallback.mode,
    text: typeof kept['text'] === 'string' ? kept['text'] : '',
    strokes: drawn !== '' && Array.isArray(kept['strokes']) ? (kept['strokes'] as Mark['strokes']) : [],
    drawn,
    picture: pngUrl(kept['picture']),
    ...(kept['saved'] === true && { saved: true }),
  };
}

function pngUrl(kept: unknown): string {
  return typeof kept === 'string' && kept.startsWith('data:image/png;base64,') ? kept : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** FNV-1a with two seeds. WebCrypto would be stronger, but it is not available over plain HTTP. */
function keyOf(token: string): string {
  const digest = [0x811c9dc5, 0x050c5d1f].map((start) => {
    let hash = start;
    for (let at = 0; at < token.length; at++) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, '0');
  });
  return `ceremony-${digest.join('')}`;
}
