import type { Parts } from './read-parts.ts';
import { readTags } from './read-tags.ts';

/**
 * A relationship of a part to another part, or to a target outside the package (ECMA-376 part 2, clause 9).
 */
export type Relationship = {
  id: string;
  /**
   * Last segment of the type URI in lowercase, such as 'hyperlink' or 'image'. It is the same in Transitional
   * and Strict files.
   */
  kind: string;
  target: string;
  leavesPackage: boolean;
};

export function relationshipsOf(parts: Parts): Relationship[] {
  return [...parts].flatMap(([name, { text }]) =>
    name.endsWith('.rels') ? readRelationships(text ?? '') : [],
  );
}

export function readRelationships(xml: string): Relationship[] {
  return readTags(xml, 'Relationship').map(({ Id = '', Type = '', Target = '', TargetMode = '' }) => ({
    id: Id,
    kind: (Type.split('/').at(-1) ?? '').toLowerCase(),
    target: Target,
    // A URL with a scheme leaves the package regardless of its mode, and so do drive letters and \\server.
    leavesPackage:
      TargetMode.trim().toLowerCase() === 'external' || /^(\s*[a-z][a-z\d+.-]*:|\/\/|\\)/i.test(Target),
  }));
}
