import { wellFormed } from '../language/well-formed.ts';
import { cleanTitle } from '../document/title.ts';
import { blankToEmpty } from '../language/visible.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** Template categories in the order of specification §9. */
export const templateCategories = ['General', 'Legal', 'HR', 'Business', 'Finance'] as const;
export type TemplateCategory = (typeof templateCategories)[number];

/** Maximum number of rows in one list of a Word template. */
export const MAX_LIST_ROWS = 1000;

export type TemplateDetails = { name: string; description: string; category: TemplateCategory };

/**
 * Checks name, description and category. Name and description must not be blank, and the default category is
 * General (specification §5).
 */
export function describeTemplate(given: {
  name: string;
  description: string;
  category?: TemplateCategory | undefined;
}): TemplateDetails | Refusal {
  const name = cleanTitle(given.name);
  const description = cleanDescription(given.description);
  if (name === '' || description === '')
    return refuse('template-incomplete', 'Please fill in all required fields');
  return { name, description, category: given.category ?? 'General' };
}

/** Returns the name of a copy, shortened so that the word 'copy' is always complete. */
export function copyName(name: string): string {
  const suffix = ' (copy)';
  const kept = name.slice(0, 200 - suffix.length).replace(/[\ud800-\udbff]$/, '');
  return `${kept.trim()}${suffix}`;
}

/** Removes direction controls and invisible characters, but keeps line breaks (S-17). */
function cleanDescription(text: string): string {
  const description = wellFormed(text)
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .trim();
  return blankToEmpty(description);
}
