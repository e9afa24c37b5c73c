import { refuse } from '#core/refusal.ts';

/**
 * No evidence can be made from such a file, because this server neither prepared nor proved anything in it.
 */
export const sealedElsewhere = refuse(
  'sealed-elsewhere',
  'This file was sealed on another server whose root is not trusted here. You can download it, but not create evidence, copies or templates from it.',
);
