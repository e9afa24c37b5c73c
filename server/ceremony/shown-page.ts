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
