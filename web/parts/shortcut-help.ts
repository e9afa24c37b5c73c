import { useEffect, useSyncExternalStore } from 'react';
import { newSignal } from '../kit/signal.ts';

/** A keyboard shortcut with its effect. Keys are named by `KeyboardEvent.key`, and 'Mod' is Ctrl or ⌘. */
export type Shortcut = { keys: readonly string[]; text: string };
export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] };

let groups: readonly ShortcutGroup[] = [];
const { subscribe, tell } = newSignal();

/** Adds these shortcuts to the '?' help while the page is shown. The object must be stable. */
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

/** Returns the name of a key as printed on the reader's keyboard. */
export function keyName(key: string): string {
  if (key === 'Mod') return onMac ? '⌘' : 'Ctrl';
  if (key === 'Shift') return onMac ? '⇧' : 'Shift';
  return key;
}
