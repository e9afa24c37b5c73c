import { agreementShownTo } from '#core/document/agreement.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { Ceremony } from './ceremony.ts';

type Page = Pick<Ceremony, 'whole' | 'recipient'>;

/** The page of a recipient as it is now, by its hash: it gives it back when it says that it was opened, and with the act. */
export function shownSha256({ whole, recipient }: Page): string {
  return sha256(agreementShownTo(whole, recipient.id));
}

/** Whether a page shows what is so now. Programs, and pages that were open before an upgrade, do not say what they show. */
export function showsToday(page: Page, shown: string | null | undefined): boolean {
  return shown === null || shown === undefined || shown === shownSha256(page);
}

/**
 * How the document came before the signer, behind this very link. Our page reports that a person has it before them
 * (`page`), and always says what it showed. A program (`program`) says nothing of the kind: it must have retrieved the
 * file, and the page of its recipient as it is now.
 */
export function howSeen(page: Ceremony, shown: string | null | undefined): 'page' | 'program' | undefined {
  const { fileServedAt, openedAt, retrievedSha256 } = page.owner;
  if (fileServedAt === null || !showsToday(page, shown)) return undefined;
  if (openedAt !== null) return 'page';
  const isProgram = shown === null || shown === undefined;
  return isProgram && retrievedSha256 === shownSha256(page) ? 'program' : undefined;
}
