import type { MailPart } from '../../../ports/mailer.ts';
import type { WholeDocument } from '../../../records/document-store.ts';
import type { Sender } from '../../../records/sender-store.ts';
import type { MailDeps } from '../deps.ts';
import { showsDocument, type MailKind, type MailRow } from '../mail-store.ts';

export type MailPicture = MailPart & { id: string };

/**
 * Returns a picture of the first page. It is large enough to recognize the document and too small to read it,
 * because reading needs the link. It is attached, since a linked picture would reveal who views the email and
 * when. If a recipient must enter a code first, neither that recipient nor the sender gets a picture. A page
 * that cannot be rendered does not block the email.
 */
export async function mailPicture(
  services: Pick<MailDeps, 'mailPages'>,
  row: Pick<MailRow, 'kind' | 'recipient_id'>,
  { document, recipients }: WholeDocument,
  { confirmedAt }: Pick<Sender, 'confirmedAt'>,
): Promise<MailPicture | undefined> {
  // An account with an unconfirmed address may only add text to an email.
  if (!showsDocument.has(row.kind as MailKind) || confirmedAt === null) return undefined;
  const readers = recipients.filter(({ id }) => row.recipient_id === null || id === row.recipient_id);
  if (readers.some(({ accessCodeHash, mailCode }) => accessCodeHash !== null || mailCode)) return undefined;
  const file = document.sealedSha256 ?? document.baseSha256;
  if (file === '') return undefined; // the reader gets only some of the files
  const bytes = await services.mailPages.of(file, document.accountId).catch(() => undefined);
  return bytes && { id: 'page', filename: 'page.png', mediaType: 'image/png', bytes };
}
