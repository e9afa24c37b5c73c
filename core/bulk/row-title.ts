import { cleanTitle } from '../document/title.ts';
import type { BulkRow, TemplateSnapshot } from './read-file.ts';

/**
 * Its own where the file gives one; else the template's with the name of the person in its first role, so that rows are
 * told apart. An address is none: mails write it so that nothing makes a link of it.
 */
export function titleOfRow(
  { name, roles }: Pick<TemplateSnapshot, 'name' | 'roles'>,
  { title, people }: Pick<BulkRow, 'title' | 'people'>,
): string {
  const first = people.find(({ roleId }) => roleId === roles[0]?.id)?.name.trim();
  return cleanTitle(title) || cleanTitle(first ? `${name} – ${first}` : name);
}
