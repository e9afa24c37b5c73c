import { useEffect, useEffectEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { CurrentUser } from '#contract/accounts/account.ts';
import { forget, keep, readKeptValue, tabStore } from '../kit/kept.ts';
import { currentUserQuery } from './account.ts';
import { queryClient } from './transport/query-client.ts';
import { onSessionEnd } from './transport/request.ts';

/**
 * Lets a form survive the end of its session: typed text is kept in this tab while its owner signs in again,
 * and is restored afterwards. Nothing is stored before the session ends or after the text was restored. Use
 * it only for forms without secrets. A different user who signs in gets nothing.
 *
 * @param form names the form, including the id of the item it changes.
 * @param read returns the current input.
 * @param restore restores the input over the initial values.
 */
export function useSavedInput<Values>(
  form: string,
  read: () => Values,
  restore: (values: Values) => void,
): void {
  const { data: user } = useQuery(currentUserQuery);
  const owner = user?.email;
  const readNow = useEffectEvent(read);
  const restoreTrail = useEffectEvent(restore);
  useEffect(() => {
    if (owner === undefined) return;
    const began = JSON.stringify(readNow());
    const before = restoreTyped<Values>(form, owner);
    if (before !== undefined) restoreTrail(before);
    const keepNow = () => {
      const values = readNow();
      if (JSON.stringify(values) !== began) keep(tabStore(), storageKey(form), { owner, values });
    };
    return onSessionEnd(() => {
      keepNow();
      // The page is left half a second later, and the user may type until then.
      window.addEventListener('pagehide', keepNow, { once: true });
    });
  }, [form, owner]);
}

/** Like `useSavedInput`, but for react-hook-form. */
export function useFormRecovery<Values extends FieldValues>(
  name: string,
  { getValues, reset }: Pick<UseFormReturn<Values>, 'getValues' | 'reset'>,
): void {
  useSavedInput(name, getValues, (typed: Values) => reset(typed, { keepDefaultValues: true }));
}

/** Reopens a form whose input was kept, for forms whose state is not in the URL. */
export function useReopen(form: string, open: () => void): void {
  const openAgain = useEffectEvent(open);
  useEffect(() => {
    // Every row of a list calls this, so the signed-in user is checked only if there is kept input.
    if (!isKept(form)) return;
    let isMounted = true;
    const reopen = (user: CurrentUser | null) => {
      if (isMounted && user && keptFor(form, user.email)) openAgain();
    };
    queryClient.ensureQueryData(currentUserQuery).then(reopen, () => undefined);
    return () => {
      isMounted = false;
    };
  }, [form]);
}

/** Returns true if kept input exists for the form, of any user. */
export function isKept(form: string): boolean {
  return readKeptValue(tabStore(), storageKey(form)) !== null;
}

const storageKey = (form: string): string => `typed:${form}`;

function restoreTyped<Values>(form: string, owner: string): Values | undefined {
  const kept = keptFor<Values>(form, owner);
  forget(tabStore(), storageKey(form));
  return kept?.values;
}

function keptFor<Values>(form: string, owner: string): { values: Values } | undefined {
  const kept = readKeptValue(tabStore(), storageKey(form)) as { owner: string; values: Values } | null;
  return kept?.owner === owner ? kept : undefined;
}
