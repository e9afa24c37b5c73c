import { refuse } from '#core/refusal.ts';

/** Nothing in such a file was prepared or proved here, so no evidence is made from it. */
export const sealedElsewhere = refuse(
  'sealed-elsewhere',
  'This file was sealed on another server whose root is not trusted here. You can download it, but not create evidence, copies or templates from it.',
);
