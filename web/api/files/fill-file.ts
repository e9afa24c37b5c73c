import { queryOptions } from '@tanstack/react-query';
import { documentPaths } from '#contract/paths.ts';
import type { Given } from '#contract/routes.ts';
import { change, make, ofId } from '../transport/call.ts';

/** `revision` is the draft's revision. It is part of the key because the draft's file can be replaced. */
export function placeholdersQuery(id: string, revision: number) {
  return queryOptions({
    queryKey: ['api', 'placeholders', id, revision],
    queryFn: ({ signal }) => change(documentPaths.readPlaceholders, ofId(id), signal),
    retry: false,
  });
}

export function fillPlaceholders(id: string, body: Given<typeof documentPaths.fillPlaceholders>['body']) {
  return make(documentPaths.fillPlaceholders, { params: { id }, body });
}
