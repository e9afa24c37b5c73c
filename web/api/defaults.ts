import { queryOptions } from '@tanstack/react-query';
import type { EffectiveDefaults } from '#contract/documents/defaults.ts';
import { defaultsPaths } from '#contract/paths.ts';
import { load } from './transport/call.ts';

/** The settings of new documents in a folder (null: the top level), made from a template if one is given. */
export function defaultsQuery(folderId: string | null, templateId: string | null = null) {
  return queryOptions({
    queryKey: ['api', 'folders', 'defaults', folderId, templateId],
    queryFn: async ({ signal }): Promise<EffectiveDefaults> => {
      const query = { folder: folderId, template: templateId };
      return (await load(defaultsPaths.readDefaults, { query }, signal)) ?? { values: {}, from: {} };
    },
    retry: false,
  });
}
