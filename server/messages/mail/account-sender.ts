import { senderTrustedFor } from '#core/brand/sender-domain.ts';
import { offers } from '#core/plan/plans.ts';
import type { Delivery, Mail } from '../../ports/mailer.ts';
import { readPlan } from '../../records/plan-store.ts';
import { findSenderDomain, openSenderKey, type SenderDomain } from '../../records/sender-domain-store.ts';
import type { MailDeps } from './deps.ts';

type Parts = Pick<MailDeps, 'db' | 'clock' | 'plans' | 'config'>;

/** An address at the account's own domain, and the key that signs its emails. */
export type AccountSender = { address: string; dkim: NonNullable<Mail['dkim']> };

/**
 * Returns true if the domain's key was found in DNS recently. If name servers have not responded for long,
 * our own address is safer.
 */
export function isTrusted({ verifiedAt, seenAt }: SenderDomain, now: number): boolean {
  return verifiedAt !== null && seenAt !== null && seenAt.getTime() + senderTrustedFor > now;
}

/**
 * Returns undefined if the account has no verified domain or its plan does not include one. Emails then come
 * from our address.
 */
export async function accountSender(parts: Parts, accountId: string): Promise<AccountSender | undefined> {
  const found = await findSenderDomain(parts.db, accountId);
  if (!found || !isTrusted(found, parts.clock())) return undefined;
  if (!offers(await readPlan(parts.db, accountId, parts), 'branding')) return undefined;
  const { domain, local, selector } = found;
  try {
    const privateKey = openSenderKey(parts.config.secretKey, found);
    return { address: `${local}@${domain}`, dkim: { domain, selector, privateKey } };
  } catch {
    // The key was encrypted with another secret, for example before a restore. Emails are sent from our
    // address instead.
    return undefined;
  }
}

/**
 * Makes the email come from the account's own domain. The envelope remains ours, so that bounces return to
 * us. DKIM alone is enough for receivers to authenticate the domain (RFC 7489 §3.1.1).
 */
function fromOwnDomain(mail: Mail, own: AccountSender | undefined): Mail {
  if (!own) return mail;
  return {
    ...mail,
    from: { name: mail.from.name, address: own.address },
    returnPath: mail.returnPath ?? mail.from.address,
    dkim: own.dkim,
  };
}

/**
 * Number of deferred attempts after which an email is sent from our own address, since the domain may be the
 * reason.
 */
const patience = 2;

/**
 * Sends an email from the account's own domain. If a server rejects it, sends it again from our address
 * before it counts as failed, so that a broken domain never loses an email.
 */
export async function deliverFrom(
  parts: Parts & Pick<MailDeps, 'mailer'>,
  accountId: string,
  mail: Mail,
  { attempts }: { attempts: number },
): Promise<Delivery> {
  const own = attempts < patience ? await accountSender(parts, accountId) : undefined;
  if (!own) return parts.mailer.deliver(mail);
  const delivery = await parts.mailer.deliver(fromOwnDomain(mail, own));
  const isRefused = delivery.state === 'bounced' || (delivery.state === 'deferred' && delivery.trouble);
  return isRefused ? parts.mailer.deliver(mail) : delivery;
}
