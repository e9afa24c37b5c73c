import type { SealPreflight } from '../../evidence/preflight/sealable.ts';
import type { ComposeMailDeps } from '../../messages/mail/deps.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';

export type SendingDeps = ComposeMailDeps & {
  pdf: PdfEngine;
  /** The seal preflight before a document is sent. */
  sealable: SealPreflight;
};
