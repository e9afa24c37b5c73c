import { senderTrustedFor } from '#core/brand/sender-domain.ts';
import { offers } from '#core/plan/plans.ts';
import type { Delivery, Mail } from '../ports/mailer.ts';
import { readPlan } from '../records/plan-store.ts';
import { findSenderDomain, openSenderKey, type SenderDomain } from '../records/sender-domain-store.ts';
import type { Services } from '../services.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'plans' | 'config'>;

/** An address at the account's own domain, and the key that signs for it. */
export type OwnSender = { address: string; dkim: NonNullable<Mail['dkim']> };

/** Whether its key was in the DNS a while ago: where name servers are silent for long, our own address is the safe one. */
export function isTrusted({ provedAt, seenAt }: SenderDomain, now: number): boolean {
  return provedAt !== null && seenAt !== null && seenAt.getTime() + senderTrustedFor > now;
}

/** Undefined while nothing is proved, or the plan offers none: mails come from our address. */
export async function ownSender(parts: Parts, accountId: string): Promise<OwnSender | undefined> {
  const found = await findSenderDomain(parts.db, accountId);
  if (!found || !isTrusted(found, parts.clock())) return undefined;
  if (!offers(await readPlan(parts.db, accountId, parts), 'branding')) return undefined;
  const { domain, local, selector } = found;
  try {
    const privateKey = openSenderKey(parts.config.secretKey, found);
    return { address: `${local}@${domain}`, dkim: { domain, selector, privateKey } };
  } catch {
    // Sealed with another secret, as after a restored backup: no mail waits for that.
    return undefined;
  }
}

/**
 * The same mail from the account's own domain. Reports still come back to us, so the envelope stays ours: receivers know
 * the domain by its signature alone (RFC 7489 §3.1.1).
 */
function fromOwnDomain(mail: Mail, own: OwnSender | undefined): Mail {
  if (!own) return mail;
  return {
    ...mail,
    from: { name: mail.from.name, address: own.address },
    returnPath: mail.returnPath ?? mail.from.address,
    dkim: own.dkim,
  };
}

/** Tries after which a mail that is put off goes from our own address: it may be the domain that is not wanted. */
const patience = 2;

/**
 * Hands a mail over from the account's own domain. A mail server that refuses it so is asked with our address before
 * anybody is told that it cannot be delivered: a domain that went bad never loses a mail.
 */
export async function deliverFrom(
  parts: Parts & Pick<Services, 'mailer'>,
  accountId: string,
  mail: Mail,
  { attempts }: { attempts: number },
): Promise<Delivery> {
  const own = attempts < patience ? await ownSender(parts, accountId) : undefined;
  if (!own) return parts.mailer.deliver(mail);
  const delivery = await parts.mailer.deliver(fromOwnDomain(mail, own));
  const isRefused = delivery.state === 'bounced' || (delivery.state === 'deferred' && delivery.trouble);
  return isRefused ? parts.mailer.deliver(mail) : delivery;
}
