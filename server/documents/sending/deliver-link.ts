import { decideLink } from '#core/document/manage.ts';
import { checkLinkProtection } from '#core/recipient/delivery.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { answerOnce, type KeyedRequest } from '../../foundation/http/idempotency.ts';
import { mustProtectLinks } from '../../records/account-settings.ts';
import type { Owner } from '../../records/owner.ts';
import { handOutLink, linkAddress } from '../invitations/hand-out-link.ts';
import { manageIn, toManagedDocument } from '../managed.ts';
import type { SendingDeps } from './deps.ts';

/**
 * Returns a recipient's signing link once, so that a member can deliver it. This works for everyone whose
 * turn it is, such as a person whose email bounced. The stored response contains only the link's id.
 */
export async function deliverLink(
  services: Pick<SendingDeps, 'db' | 'clock' | 'plans' | 'linkKey' | 'publicUrl'>,
  owner: Owner,
  { id, recipientId }: { id: string; recipientId: string },
  keyed: KeyedRequest,
): Promise<{ link: string } | Refusal> {
  const given = await inTransaction(services.db, (tx) =>
    answerOnce(tx, keyed, async () => {
      const made = { linkId: '' };
      const refused = await manageIn(tx, services, owner, id, async (_, whole, now) => {
        const recipient = decideLink(toManagedDocument(whole), whole.recipients, recipientId);
        if (isRefusal(recipient)) return recipient;
        const unprotected = checkLinkProtection(recipient, await mustProtectLinks(tx, whole.document));
        if (unprotected) return unprotected;
        made.linkId = await handOutLink(tx, owner, whole, recipient, now);
        return undefined;
      });
      return refused ?? { status: 200, body: made };
    }),
  );
  return isRefusal(given) ? given : { link: linkAddress(services, given.body.linkId) };
}
