import type { MailPart } from '../ports/mailer.ts';
import type { WholeDocument } from '../records/document-store.ts';
import type { Sender } from '../records/sender-store.ts';
import type { Services } from '../services.ts';
import { showsDocument, type MailKind, type MailRow } from './mail-store.ts';

export type MailPicture = MailPart & { id: string };

/**
 * The first page, small enough that one recognises the document and does not read it: who may read is decided behind
 * the link. It travels with the mail, as a picture with an address would tell a server who looks and when. None for
 * somebody who has to enter a code first, and none for the sender of a document with such a recipient. A page that
 * cannot be drawn keeps nobody's mail back.
 */
export async function mailPicture(
  services: Pick<Services, 'mailPages'>,
  row: Pick<MailRow, 'kind' | 'recipient_id'>,
  { document, recipients }: WholeDocument,
  { confirmedAt }: Pick<Sender, 'confirmedAt'>,
): Promise<MailPicture | undefined> {
  // Whose address nobody has confirmed brings nothing of their own into a mail but words.
  if (!showsDocument.has(row.kind as MailKind) || confirmedAt === null) return undefined;
  const readers = recipients.filter(({ id }) => row.recipient_id === null || id === row.recipient_id);
  if (readers.some(({ accessCodeHash, mailCode }) => accessCodeHash !== null || mailCode)) return undefined;
  const file = document.sealedSha256 ?? document.baseSha256;
  const bytes = await services.mailPages.of(file, document.accountId).catch(() => undefined);
  return bytes && { id: 'page', filename: 'page.png', mediaType: 'image/png', bytes };
}
