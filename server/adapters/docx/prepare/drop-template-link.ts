import { elementPattern } from '../check/read-tags.ts';
import { readRelationships } from '../check/relationships.ts';

/**
 * Removes the relationship to the author's template. Word follows that link when it opens the file. The page
 * does not change without it, since the styles are in the document.
 */
export function dropTemplateLink(relationships: string): string {
  return relationships.replace(elementPattern('Relationship'), (element) =>
    readRelationships(element).some(({ kind }) => kind === 'attachedtemplate') ? '' : element,
  );
}
