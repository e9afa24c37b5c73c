import { queryOptions } from '@tanstack/react-query';
import type { EffectiveDefaults } from '#contract/documents/defaults.ts';
import { defaultsPaths } from '#contract/paths.ts';
import { load } from './transport/call.ts';

/**
 * The default settings for new documents in a folder (null: the top level), optionally made from a template.
 */
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
