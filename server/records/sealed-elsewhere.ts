import { refuse } from '#core/refusal.ts';

/** Nothing in such a file was prepared or proved here, so no evidence is made from it. */
export const sealedElsewhere = refuse(
  'sealed-elsewhere',
  'This file was sealed elsewhere, under a root that is not trusted here. It can only be downloaded: this installation makes no evidence, copies or templates of it.',
);
