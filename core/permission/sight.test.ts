import { describe, expect, test } from 'vitest';
import { accessTo, accessToDocument, closedFolders, mayCarry, sightOf, type GuardedFolder } from './sight.ts';

const folder = (
  id: string,
  parentId: string | null,
  privateTo: string | null = null,
  granted?: 'view' | 'use',
): GuardedFolder => ({ id, parentId, privateTo, granted });

/** Hana keeps 'pay' with 'pay/2026' in it; in that Linus keeps 'pay/2026/linus'. 'open' is everybody's. */
const folders = (granted?: 'view' | 'use') => [
  folder('open', null),
  folder('pay', null, 'hana', granted),
  folder('2026', 'pay'),
  folder('linus', '2026', 'linus'),
];
const seenBy = (userId: string, granted?: 'view' | 'use') =>
  sightOf({ userId, role: 'member' }, folders(granted));

describe('what a member sees of the folders of an account', () => {
  test.each(['owner', 'admin'] as const)('an %s sees everything', (role) => {
    const sight = sightOf({ userId: 'ada', role }, folders());
    expect([sight.all, closedFolders(sight, true)]).toEqual([true, []]);
  });

  test.each(['member', 'viewer'] as const)('a %s sees what is shared, and nothing that is kept', (role) => {
    const sight = sightOf({ userId: 'mallory', role }, folders());
    expect(closedFolders(sight, false)).toEqual(['pay', '2026', 'linus']);
    expect([accessTo(sight, 'open'), accessTo(sight, null)]).toEqual(['use', 'use']);
  });

  test('who keeps a folder has what lies in it, but for what another keeps further in', () => {
    expect(closedFolders(seenBy('hana'), false)).toEqual(['linus']);
    expect(closedFolders(seenBy('linus'), false)).toEqual(['pay', '2026']);
  });

  test('what a group was given ends where somebody further in keeps a folder', () => {
    expect(closedFolders(seenBy('mallory', 'use'), true)).toEqual(['linus']);
    const reads = seenBy('mallory', 'view');
    expect(closedFolders(reads, false)).toEqual(['linus']);
    expect(closedFolders(reads, true)).toEqual(['pay', '2026', 'linus']);
  });

  test('a document is its owner’s wherever it lies', () => {
    const document = { createdBy: 'mallory', folderId: 'pay' };
    expect(accessToDocument(seenBy('mallory'), document)).toBe('use');
    expect(accessToDocument(seenBy('grace'), document)).toBe('none');
  });

  test('folders in a circle end no program', () => {
    const circle = [folder('a', 'b'), folder('b', 'a'), folder('c', null, 'hana')];
    expect(closedFolders(sightOf({ userId: 'mallory', role: 'member' }, circle), false)).toEqual(['c']);
  });
});

describe('what is somebody else’s', () => {
  test('is not hidden in one’s own folder, nor taken out of another’s', () => {
    expect(mayCarry(seenBy('hana'), 'open', 'pay')).toBe(false);
    expect(mayCarry(seenBy('mallory', 'use'), 'pay', 'open')).toBe(false);
    expect(mayCarry(seenBy('mallory', 'view'), 'pay', '2026')).toBe(false);
    expect(mayCarry(seenBy('mallory'), 'pay', 'open')).toBe(false);
  });

  test('goes from folder to folder inside the same border, and out by who keeps it', () => {
    expect(mayCarry(seenBy('mallory', 'use'), 'pay', '2026')).toBe(true);
    expect(mayCarry(seenBy('hana'), 'pay', 'open')).toBe(true);
    expect(mayCarry(seenBy('mallory'), 'open', null)).toBe(true);
  });
});
