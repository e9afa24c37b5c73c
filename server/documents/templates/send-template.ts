import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { SendCheckView, SentDocumentView } from '#contract/documents/one-call.ts';
import type { Answer } from '../../foundation/http/idempotency.ts';
import { lockDocument } from '../../records/document-store.ts';
import type { Owner } from '../../records/owner.ts';
import { refuseTextInBraces } from '../files/text-in-braces.ts';
import { handOutLinks } from '../invitations/hand-out-link.ts';
import { sendAtOnce, type Asked } from '../sending/send-at-once.ts';
import { sendInTransaction } from '../sending/send-document.ts';
import { checkView, sentView } from '../sending/sent-view.ts';
import type { TemplatesDeps } from './deps.ts';
import { notFound } from './create-template.ts';
import { fileForUse, makeFromTemplate, releaseUnused, type AskedUse } from './make-document.ts';

type Sent = SentDocumentView | SendCheckView;

/** Creates a document from a template and sends it. A refusal or a check leaves nothing behind. */
export async function sendTemplate(
  services: TemplatesDeps,
  owner: Owner,
  id: string,
  { use, ...asked }: Asked & { use: AskedUse },
): Promise<Answer<Sent> | Refusal> {
  const file = await fileForUse(services, owner, id, use);
  if (isRefusal(file)) return file;
  const sent = await sendAtOnce(services, asked, async (tx, sealable): Promise<Sent | Refusal> => {
    const left = refuseTextInBraces(file.stored?.notes ?? []);
    const made = left ?? (await makeFromTemplate(tx, services, owner, id, { use, file }));
    if (isRefusal(made)) return made;
    const refused = await sendInTransaction(tx, { ...services, sealable }, owner, made.id, {}, 'refuse');
    if (refused) return refused;
    const whole = await lockDocument(tx, owner.accountId, made.id);
    if (!whole) return notFound;
    const roles = new Map(made.roles.map((role) => [made.recipients.get(role.id) ?? '', role.name]));
    if (asked.check) return checkView(whole, roles);
    return sentView(whole, roles, await handOutLinks(tx, owner, whole, services.clock()));
  });
  if (asked.check || isRefusal(sent)) await releaseUnused(services, owner, file);
  return sent;
}
