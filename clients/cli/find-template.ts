import type { TemplateView } from '#contract/documents/templates.ts';
import type { Api } from './api.ts';
import { Mistake } from './mistake.ts';

/** Returns the template with this name or id. */
export async function findTemplate(api: Api, wanted: string): Promise<Pick<TemplateView, 'id'>> {
  if (isId(wanted)) return { id: wanted };
  const found: TemplateView[] = [];
  for await (const template of api.rows('listTemplates', { query: { limit: 100 } }))
    if (template.name === wanted) found.push(template);
  const [first, second] = found;
  if (!first) throw new Mistake(`There is no template called ‘${wanted}’.`);
  if (second)
    throw new Mistake(`Several templates are called ‘${wanted}’. Use an id: ${first.id}, ${second.id}.`);
  return first;
}

const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
