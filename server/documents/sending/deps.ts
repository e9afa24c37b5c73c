import type { SealPreflight } from '../../evidence/preflight/sealable.ts';
import type { ComposeMailDeps } from '../../messages/mail/deps.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';

export type SendingDeps = ComposeMailDeps & {
  pdf: PdfEngine;
  /** Checks before sending that the document can be sealed. */
  sealable: SealPreflight;
};
