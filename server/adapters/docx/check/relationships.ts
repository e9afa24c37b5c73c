import type { Parts } from './read-parts.ts';
import { readTags } from './read-tags.ts';

/** A relationship from a part to another, or to a target outside the package (ECMA-376 part 2, clause 9). */
export type Relationship = {
  id: string;
  /** Last segment of the type URI, which Transitional and Strict share: 'hyperlink', 'image', … Lowercase. */
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
    // A URL with a scheme leaves the package whatever its mode says, and so do drive letters and \\server.
    leavesPackage:
      TargetMode.trim().toLowerCase() === 'external' || /^(\s*[a-z][a-z\d+.-]*:|\/\/|\\)/i.test(Target),
  }));
}
