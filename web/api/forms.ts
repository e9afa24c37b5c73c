import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import type { PutFormBody } from '#contract/forms.ts';
import { formPaths } from '#contract/paths.ts';
import { change, load } from './call.ts';
import { queryClient } from './query-client.ts';

const keyOf = (id: string) => ['api', 'templates', id, 'form'] as const;

/** The public form of a template. */
export function formQuery(id: string) {
  return queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => load(formPaths.readForm, { params: { id } }, signal),
  });
}

const lookAgain = (id: string) => queryClient.invalidateQueries({ queryKey: keyOf(id) });

export const saveForm = mutationOptions({
  mutationFn: ({ id, body }: { id: string; body: PutFormBody }) =>
    change(formPaths.putForm, { params: { id }, body }),
  onSuccess: (_form, { id }) => lookAgain(id),
});

export const endForm = mutationOptions({
  mutationFn: (id: string) => change(formPaths.deleteForm, { params: { id } }),
  onSuccess: (_nothing, id) => lookAgain(id),
});

export const formAnswers = (id: string): string => addressOf(formPaths.readFormAnswers, { params: { id } });
