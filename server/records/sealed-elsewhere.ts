import { refuse } from '#core/refusal.ts';

/**
 * No evidence can be made from such a file, because this server neither prepared nor proved anything in it.
 */
export const sealedElsewhere = refuse(
  'sealed-elsewhere',
  'This file was sealed on another server, and this server doesn’t trust its root certificate. You can download the file, but you can’t create evidence, copies or templates from it.',
);
