import { agreementTextFor } from '#core/document/agreement.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import type { Ceremony } from './ceremony.ts';

type Page = Pick<Ceremony, 'whole' | 'recipient'>;

/**
 * Returns the hash of a recipient's page as it is now. The client sends the hash back when it reports that
 * the page was opened, and when the recipient signs.
 */
export function shownSha256({ whole, recipient }: Page): string {
  return sha256(agreementTextFor(whole, recipient.id));
}

/**
 * Returns true if a page shows the current state. Programs, and pages opened before an upgrade, send no hash.
 */
export function isPageCurrent(page: Page, shown: string | null | undefined): boolean {
  return shown === null || shown === undefined || shown === shownSha256(page);
}

/**
 * Returns how the document reached the signer through this link. `page` means that our page reported that it
 * displayed the document; it always sends the hash of what it showed. `program` means that there was no such
 * report, so the program must have retrieved both the file and the recipient's current page.
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
