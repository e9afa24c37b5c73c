import { byStructure } from './by-structure.ts';
import type { Tampering } from './tampering.ts';
import { withKeyAndFile } from './with-key-and-file.ts';
import { withKey } from './with-key.ts';
import { withoutKey } from './without-key.ts';

/** All known ways to alter a sealed file, its evidence or its trail. */
export const tamperings: readonly Tampering[] = [
  ...withoutKey,
  ...byStructure,
  ...withKey,
  ...withKeyAndFile,
];
