import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../api/account.ts';
import { onSessionEnd } from '../api/request.ts';

/**
 * A form outlives the end of its session: what was typed waits in this tab while its owner signs in again, and
 * stands in the form when they are back. Nothing is kept before that moment, and nothing after it was given back.
 * For forms that hold no secret; whoever signs in as somebody else finds nothing.
 *
 * @param form names the form, with the id of what it changes.
 * @param read what is typed now.
 * @param restore puts it back, over what the form began with.
 */
export function useKeepTyped<Values>(
  form: string,
  read: () => Values,
  restore: (values: Values) => void,
): void {
  const { data: user } = useQuery(currentUserQuery);
  const owner = user?.email;
  const latest = useRef({ read, restore });
  useEffect(() => {
    latest.current = { read, restore };
  });
  useEffect(() => {
    if (owner === undefined) return;
    const began = JSON.stringify(latest.current.read());
    const before = takeTyped<Values>(form, owner);
    if (before !== undefined) latest.current.restore(before);
    return onSessionEnd(() => {
      const values = latest.current.read();
      if (JSON.stringify(values) !== began) keepTyped(form, owner, values);
    });
  }, [form, owner]);
}

const storageKey = (form: string): string => `typed:${form}`;

function keepTyped(form: string, owner: string, values: unknown): void {
  try {
    sessionStorage.setItem(storageKey(form), JSON.stringify({ owner, values }));
  } catch {
    // A browser without storage, or a full one: then it is as if nothing had been typed.
  }
}

function takeTyped<Values>(form: string, owner: string): Values | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey(form)) ?? 'null') as {
      owner: string;
      values: Values;
    } | null;
    sessionStorage.removeItem(storageKey(form));
    return kept?.owner === owner ? kept.values : undefined;
  } catch {
    return undefined;
  }
}
