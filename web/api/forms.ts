import type { PutFormBody } from '#contract/documents/public-forms.ts';
import { formPaths } from '#contract/paths.ts';
import { ofId, mutationTo, queryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

const keyOf = (id: string) => ['api', 'templates', id, 'form'] as const;

/** The public form of a template. */
export function formQuery(id: string) {
  return queryFor(keyOf(id), formPaths.readForm, { params: { id } });
}

const refetch = (id: string) => queryClient.invalidateQueries({ queryKey: keyOf(id) });

export const saveForm = mutationTo(
  formPaths.putForm,
  ({ id, body }: { id: string; body: PutFormBody }) => ({ params: { id }, body }),
  (_form, { id }) => refetch(id),
);

export const endForm = mutationTo(formPaths.deleteForm, ofId, (_nothing, id) => refetch(id));
