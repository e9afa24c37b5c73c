import { useEffect, useSyncExternalStore } from 'react';
import { newSignal } from '../kit/signal.ts';

/** A shortcut of a page: keys as `KeyboardEvent.key` names them, 'Mod' for Ctrl or ⌘, and what it does. */
export type Shortcut = { keys: readonly string[]; text: string };
export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] };

let groups: readonly ShortcutGroup[] = [];
const { subscribe, tell } = newSignal();

/** Has '?' list these as long as the page is shown. Give the same object while it says the same. */
export function useShortcutHelp(group: ShortcutGroup): void {
  useEffect(() => {
    change([...groups, group]);
    return () => change(groups.filter((other) => other !== group));
  }, [group]);
}

export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useSyncExternalStore(subscribe, () => groups);
}

function change(next: readonly ShortcutGroup[]): void {
  groups = next;
  tell();
}

const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A key as it is printed on the keyboard in front of the reader. */
export function keyName(key: string): string {
  if (key === 'Mod') return onMac ? '⌘' : 'Ctrl';
  if (key === 'Shift') return onMac ? '⇧' : 'Shift';
  return key;
}
