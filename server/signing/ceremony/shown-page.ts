import { agreementTextFor } from '#core/document/agreement.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import type { Ceremony } from './ceremony.ts';

type Page = Pick<Ceremony, 'whole' | 'recipient'>;

/**
 * Hash of a recipient's page as it is now. The client sends it back when it reports the page as opened and
 * when signing.
 */
export function shownSha256({ whole, recipient }: Page): string {
  return sha256(agreementTextFor(whole, recipient.id));
}

/**
 * Returns true if a page shows the current state. Programs, and pages opened before an upgrade, do not send a
 * hash.
 */
export function isPageCurrent(page: Page, shown: string | null | undefined): boolean {
  return shown === null || shown === undefined || shown === shownSha256(page);
}

/**
 * Returns how the document reached the signer by this link. `page`: our page reported that it displays the
 * document; it always sends the hash of what it showed. `program`: no such report, so the program must have
 * retrieved both the file and the current page of the recipient.
 */
export function displayKind(
  page: Ceremony,
  shown: string | null | undefined,
): 'page' | 'program' | undefined {
  const { fileServedAt, openedAt, retrievedSha256 } = page.owner;
  if (fileServedAt === null || !isPageCurrent(page, shown)) return undefined;
  if (openedAt !== null) return 'page';
  const isProgram = shown === null || shown === undefined;
  return isProgram && retrievedSha256 === shownSha256(page) ? 'program' : undefined;
}
