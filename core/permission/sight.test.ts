import { describe, expect, test } from 'vitest';
import {
  accessTo,
  accessToDocument,
  closedFolders,
  isImportable,
  visibilityOf,
  type GuardedFolder,
} from './visibility.ts';

const folder = (
  id: string,
  parentId: string | null,
  privateTo: string | null = null,
  granted?: 'view' | 'use',
): GuardedFolder => ({ id, parentId, privateTo, granted });

/**
 * Hana owns the private folder 'pay', which contains 'pay/2026', in which Linus owns 'pay/2026/linus'. 'open' is
 * shared.
 */
const folders = (granted?: 'view' | 'use') => [
  folder('open', null),
  folder('pay', null, 'hana', granted),
  folder('2026', 'pay'),
  folder('linus', '2026', 'linus'),
];
const seenBy = (userId: string, granted?: 'view' | 'use') =>
  visibilityOf({ userId, role: 'member' }, folders(granted));

describe('visibility of folders', () => {
  test.each(['owner', 'admin'] as const)('an %s sees everything', (role) => {
    const sight = visibilityOf({ userId: 'ada', role }, folders());
    expect([sight.all, closedFolders(sight, true)]).toEqual([true, []]);
  });

  test.each(['member', 'viewer'] as const)('a %s sees shared folders and no private ones', (role) => {
    const sight = visibilityOf({ userId: 'mallory', role }, folders());
    expect(closedFolders(sight, false)).toEqual(['pay', '2026', 'linus']);
    expect([accessTo(sight, 'open'), accessTo(sight, null)]).toEqual(['use', 'use']);
  });

  test('the owner of a private folder sees its content, except private folders of other members inside it', () => {
    expect(closedFolders(seenBy('hana'), false)).toEqual(['linus']);
    expect(closedFolders(seenBy('linus'), false)).toEqual(['pay', '2026']);
  });

  test("a group's access does not extend to a private folder inside its folder", () => {
    expect(closedFolders(seenBy('mallory', 'use'), true)).toEqual(['linus']);
    const reads = seenBy('mallory', 'view');
    expect(closedFolders(reads, false)).toEqual(['linus']);
    expect(closedFolders(reads, true)).toEqual(['pay', '2026', 'linus']);
  });

  test('owners can access their documents in any folder', () => {
    const document = { createdBy: 'mallory', folderId: 'pay' };
    expect(accessToDocument(seenBy('mallory'), document)).toBe('use');
    expect(accessToDocument(seenBy('grace'), document)).toBe('none');
  });

  test('a circular folder structure does not cause an endless loop', () => {
    const circle = [folder('a', 'b'), folder('b', 'a'), folder('c', null, 'hana')];
    expect(closedFolders(visibilityOf({ userId: 'mallory', role: 'member' }, circle), false)).toEqual(['c']);
  });
});

describe('documents of other members', () => {
  test("members cannot move other members' documents into their own private folder, or out of another member's", () => {
    expect(isImportable(seenBy('hana'), 'open', 'pay')).toBe(false);
    expect(isImportable(seenBy('mallory', 'use'), 'pay', 'open')).toBe(false);
    expect(isImportable(seenBy('mallory', 'view'), 'pay', '2026')).toBe(false);
    expect(isImportable(seenBy('mallory'), 'pay', 'open')).toBe(false);
  });

  test('only the owner of a private folder can move a document out of it, and others can move it within the folder', () => {
    expect(isImportable(seenBy('mallory', 'use'), 'pay', '2026')).toBe(true);
    expect(isImportable(seenBy('hana'), 'pay', 'open')).toBe(true);
    expect(isImportable(seenBy('mallory'), 'open', null)).toBe(true);
  });
});
