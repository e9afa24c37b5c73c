import { cleanTitle } from '../document/title.ts';
import type { BulkRow, TemplateSnapshot } from './read-file.ts';

/**
 * Returns the title from the file, or else the template's title with the name of the person in the first role,
 * so that the documents can be distinguished. An email address is never used as the name, because emails would have
 * to print it in a form that is not linked.
 */
export function titleOfRow(
  { name, roles }: Pick<TemplateSnapshot, 'name' | 'roles'>,
  { title, people }: Pick<BulkRow, 'title' | 'people'>,
): string {
  const first = people.find(({ roleId }) => roleId === roles[0]?.id)?.name.trim();
  return cleanTitle(title) || cleanTitle(first ? `${name} – ${first}` : name);
}
