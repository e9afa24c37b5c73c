import { useEffect, useEffectEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { CurrentUser } from '#contract/account.ts';
import { forget, keep, readKept, tabStore } from '../kit/kept.ts';
import { currentUserQuery } from './account.ts';
import { queryClient } from './query-client.ts';
import { onSessionEnd } from './request.ts';

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
  const readNow = useEffectEvent(read);
  const putBack = useEffectEvent(restore);
  useEffect(() => {
    if (owner === undefined) return;
    const began = JSON.stringify(readNow());
    const before = takeTyped<Values>(form, owner);
    if (before !== undefined) putBack(before);
    const keepNow = () => {
      const values = readNow();
      if (JSON.stringify(values) !== began) keep(tabStore(), storageKey(form), { owner, values });
    };
    return onSessionEnd(() => {
      keepNow();
      // Half a second passes until the page is left, and hands do not stop.
      window.addEventListener('pagehide', keepNow, { once: true });
    });
  }, [form, owner]);
}

/** The same for a form that react-hook-form keeps. */
export function useKeepForm<Values extends FieldValues>(
  name: string,
  { getValues, reset }: Pick<UseFormReturn<Values>, 'getValues' | 'reset'>,
): void {
  useKeepTyped(name, getValues, (typed: Values) => reset(typed, { keepDefaultValues: true }));
}

/** Opens a form again that was left behind like that: for one that does not stand in the address. */
export function useReopen(form: string, open: () => void): void {
  const openAgain = useEffectEvent(open);
  useEffect(() => {
    // Every row of a list asks this: only where something waits does it matter who is signed in.
    if (!isKept(form)) return;
    let here = true;
    const reopen = (user: CurrentUser | null) => {
      if (here && user && keptFor(form, user.email)) openAgain();
    };
    queryClient.ensureQueryData(currentUserQuery).then(reopen, () => undefined);
    return () => {
      here = false;
    };
  }, [form]);
}

/** Whether something waits for the form to open again, for whomever it may be. */
export function isKept(form: string): boolean {
  return readKept(tabStore(), storageKey(form)) !== null;
}

const storageKey = (form: string): string => `typed:${form}`;

function takeTyped<Values>(form: string, owner: string): Values | undefined {
  const kept = keptFor<Values>(form, owner);
  forget(tabStore(), storageKey(form));
  return kept?.values;
}

function keptFor<Values>(form: string, owner: string): { values: Values } | undefined {
  const kept = readKept(tabStore(), storageKey(form)) as { owner: string; values: Values } | null;
  return kept?.owner === owner ? kept : undefined;
}
