import { describe, expect, test } from 'vitest';
import { deleteDraftValues, loadDraft, mergeValues, saveDraft } from './draft-store.ts';
import { noEntries, type Entries } from './entries.ts';

const token = 'l3LTZk0yQ9mC2w1b7uJ8dA5vXo4sN6pR';
const png = 'data:image/png;base64,AAAA';

function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const entries: Entries = {
  values: { title: 'Engineer', handbook: true },
  signature: { ...noEntries.signature, strokes: [[{ x: 1, y: 2, time: 3, pressure: 0 }]], drawn: png },
  initials: { ...noEntries.initials, text: 'GL' },
  typeface: 'caveat',
};

describe("Grace's entries", () => {
  test('entries survive a reload, and are removed once she has signed', () => {
    const store = memory();
    saveDraft(store, token, entries);
    expect(loadDraft(store, token)).toEqual(entries);
    expect(loadDraft(store, `${token}x`)).toEqual(noEntries);
    deleteDraftValues(store, token);
    expect(loadDraft(store, token)).toEqual(noEntries);
  });

  test('entries are stored without the signing link', () => {
    const store = memory();
    saveDraft(store, token, entries);
    const written = [...store.kept].flat().join('\n');
    for (let at = 0; at + 8 <= token.length; at++) expect(written).not.toContain(token.slice(at, at + 8));
  });

  test.each(['', '{', '[]', '{"values":[1],"signature":{"mode":"carve","drawn":"javascript:1"}}'])(
    'entries start empty if storage contains %j',
    (found) => {
      const store = memory();
      saveDraft(store, token, entries);
      for (const key of store.kept.keys()) store.kept.set(key, found);
      expect(loadDraft(store, token)).toEqual(noEntries);
    },
  );

  test('entries are not lost if the browser blocks storage', () => {
    const refuse = () => {
      throw new Error('denied');
    };
    const store = { getItem: refuse, setItem: refuse, removeItem: refuse };
    expect(() => saveDraft(store, token, entries)).not.toThrow();
    expect(loadDraft(store, token)).toEqual(noEntries);
  });
});

describe('a draft on two devices', () => {
  const server = { values: { city: 'Bergen', berth: '14' }, savedAt: '2026-11-20T10:00:00.000Z' };
  const at = Date.parse(server.savedAt);

  test('the tab adopts values it has not seen, without losing its own', () => {
    const local = { city: 'Oslo', name: 'Grace' };
    const merged = mergeValues(local, { savedAt: null, changedAt: at - 1 }, server);
    expect(merged).toEqual({ city: 'Bergen', berth: '14', name: 'Grace' });
  });

  test('the later change wins', () => {
    const merged = mergeValues({ city: 'Oslo' }, { savedAt: null, changedAt: at + 1 }, server);
    expect(merged).toEqual({ city: 'Oslo', berth: '14' });
  });

  test('the tab keeps its state after saving, including emptied fields', () => {
    const merged = mergeValues({ city: '' }, { savedAt: server.savedAt, changedAt: at + 1 }, server);
    expect(merged).toEqual({ city: '' });
    expect(mergeValues({ city: '' }, { savedAt: null, changedAt: null }, null)).toEqual({ city: '' });
  });
});
