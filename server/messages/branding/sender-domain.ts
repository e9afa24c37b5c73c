import { randomBytes } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import {
  judgeDkim,
  judgeDmarc,
  judgeSpf,
  senderCheckEvery,
  senderDomain,
  senderLocal,
  wantedRecords,
  type Ours,
  type RecordState,
} from '#core/brand/sender-domain.ts';
import { domainOf } from '#core/account/sign-on.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { SenderDomainBody } from '#contract/messages/sender-domain.ts';
import { serviceNames } from '../../accounts/profile/service-names.ts';
import { inTransaction, sqlState, type Tx } from '../../foundation/db/transaction.ts';
import { mailManagers } from '../../accounts/identity-provider/mail-managers.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import {
  findSenderDomain,
  findSenderDomainOf,
  listDomainsToCheck,
  lockSenderDomain,
  createSenderKey,
  saveSenderDomain,
  type SenderDomain,
} from '../../records/sender-domain-store.ts';
import type { BrandingDeps } from './deps.ts';
import { refuseWithoutBranding, type Asker } from './change-brand.ts';

/**
 * Sets the sender domain. If it is the same as before, its key and verification remain. A new domain gets a
 * new key.
 */
export async function putSenderDomain(
  services: BrandingDeps,
  asker: Asker,
  typed: SenderDomainBody,
): Promise<Refusal | undefined> {
  const { db, clock, config } = services;
  const domain = senderDomain(typed.domain, oursOf(services), domainToUnicode);
  if (isRefusal(domain)) return domain;
  const local = senderLocal(typed.local);
  if (isRefusal(local)) return local;
  const { accountId, userId, ip } = asker;
  const known = await findSenderDomain(db, accountId);
  const key = known?.domain === domain ? undefined : await createSenderKey(config.secretKey, accountId);
  const now = clock();
  return inTransaction(db, async (tx) => {
    const refused = await refuseWithoutBranding(tx, services, accountId);
    if (refused) return refused;
    const before = await lockSenderDomain(tx, accountId);
    if (before?.domain === domain && before.local === local) return undefined;
    const kept = before?.domain === domain ? before : undefined;
    const fresh = key ?? (kept ? undefined : await createSenderKey(config.secretKey, accountId));
    const next = kept ? { ...kept, local } : { ...unproved, accountId, domain, local, ...fresh! };
    await saveSenderDomain(tx, kept ? next : { ...next, selector: newSelector() }, now);
    const detail = `${local}@${domain}`;
    await recordAccountEvent(tx, accountId, { type: 'sender_domain_set', userId, ip, detail }, now);
    return undefined;
  });
}

const unproved = {
  verifiedAt: null,
  seenAt: null,
  lostAt: null,
  checkedAt: null,
  selector: '',
  states: { dkim: 'unknown', spf: 'unknown', dmarc: 'unknown' },
} as const satisfies Partial<SenderDomain>;

/**
 * Each key has a different selector, so that old keys and keys of other accounts can be published at the same
 * time.
 */
const newSelector = (): string => `cs${randomBytes(6).toString('hex')}`;

/** Our own names and domains, which a sender domain must not resemble. */
function oursOf({ config, from }: Pick<BrandingDeps, 'config' | 'from'>): Ours {
  return {
    sold: config.plans === 'on',
    names: serviceNames(config),
    domains: [new URL(config.publicUrl).hostname, domainOf(from.address)],
  };
}

/** Removes the sender domain and its key. Emails come from our address again. */
export async function deleteSenderDomain(
  services: BrandingDeps,
  { accountId, userId, ip }: Asker,
): Promise<Refusal | undefined> {
  const now = services.clock();
  return inTransaction(services.db, async (tx) => {
    const before = await lockSenderDomain(tx, accountId);
    if (!before) return notNamed;
    await tx.deleteFrom('sender_domains').where('account_id', '=', accountId).execute();
    const removed = { type: 'sender_domain_removed', userId, ip, detail: before.domain } as const;
    await recordAccountEvent(tx, accountId, removed, now);
    return undefined;
  });
}

/** Checks the DNS records immediately, for a user who has just set them. */
export async function checkSenderDomain(services: BrandingDeps, asker: Asker): Promise<Refusal | undefined> {
  const known = await findSenderDomain(services.db, asker.accountId);
  if (!known) return notNamed;
  const refused = await inTransaction(services.db, (tx) =>
    refuseWithoutBranding(tx, services, asker.accountId),
  );
  return refused ?? check(services, known, asker);
}

type States = SenderDomain['states'];

/**
 * Checks the DNS records. If the key is found, the account gets the domain, unless another account holds it
 * and that account's key is still published. If the key is no longer found, emails come from our address and
 * the account is notified. A failed lookup changes nothing.
 */
async function check(
  services: BrandingDeps,
  known: SenderDomain,
  asker?: Pick<Asker, 'userId' | 'ip'>,
): Promise<Refusal | undefined> {
  const states = await lookUp(services, known);
  const holder =
    states.dkim === 'found' && known.verifiedAt === null
      ? await findSenderDomainOf(services.db, known.domain)
      : undefined;
  // The account that held the domain loses it once its key is no longer published.
  if (holder && ['found', 'unknown'].includes((await lookUp(services, holder)).dkim)) return taken;
  try {
    return await inTransaction(services.db, async (tx) => {
      if (holder) await lose(services, tx, holder, 'missing');
      const before = await lockSenderDomain(tx, known.accountId);
      // This result is outdated if the key or domain was changed in the meantime.
      if (before?.selector !== known.selector) return undefined;
      await note(services, tx, before, states, asker);
      return undefined;
    });
  } catch (error) {
    if (sqlState(error) === '23505') return taken;
    throw error;
  }
}

async function note(
  services: BrandingDeps,
  tx: Tx,
  before: SenderDomain,
  states: States,
  asker?: Pick<Asker, 'userId' | 'ip'>,
): Promise<void> {
  const now = services.clock();
  const at = new Date(now);
  const { dkim } = states;
  if (before.verifiedAt && dkim !== 'found' && dkim !== 'unknown') {
    return lose(services, tx, { ...before, states, checkedAt: at }, dkim);
  }
  const found = dkim === 'found' ? { verifiedAt: before.verifiedAt ?? at, seenAt: at, lostAt: null } : {};
  await saveSenderDomain(tx, { ...before, ...found, states, checkedAt: at }, now);
  if (dkim !== 'found' || before.verifiedAt) return;
  const proved = { type: 'sender_domain_verified', detail: before.domain, ...asker } as const;
  await recordAccountEvent(tx, before.accountId, proved, now);
}

/** Of two concurrent checks, only one writes the result and notifies the account. */
async function lose(services: BrandingDeps, tx: Tx, known: SenderDomain, dkim: RecordState): Promise<void> {
  const now = services.clock();
  const before = await lockSenderDomain(tx, known.accountId);
  if (!before?.verifiedAt || before.selector !== known.selector) return;
  const states = { ...known.states, dkim };
  const { checkedAt } = known;
  await saveSenderDomain(tx, { ...before, verifiedAt: null, lostAt: new Date(now), checkedAt, states }, now);
  const { accountId, domain } = before;
  await recordAccountEvent(tx, accountId, { type: 'sender_domain_lost', detail: domain }, now);
  await mailManagers(tx, services, accountId, { kind: 'sender-domain-lost', facts: { domain } });
}

async function lookUp({ domains, from }: BrandingDeps, known: SenderDomain): Promise<States> {
  const ours = domainOf(from.address);
  const { dkim, spf, dmarc } = wantedRecords(known, ours);
  const ask = (name: string, judge: (texts: string[]) => RecordState): Promise<RecordState> =>
    domains.txt(name).then(judge, () => 'unknown');
  const [dkimState, spfState, dmarcState] = await Promise.all([
    ask(dkim.name, (texts) => judgeDkim(texts, known.publicKey)),
    ask(spf.name, (texts) => judgeSpf(texts, ours)),
    ask(dmarc.name, judgeDmarc),
  ]);
  return { dkim: dkimState, spf: spfState, dmarc: dmarcState };
}

/** Domains read per query. */
const batch = 20;

export async function checkDueDomains(services: BrandingDeps): Promise<void> {
  const since = services.clock() - senderCheckEvery;
  for (const known of await listDomainsToCheck(services.db, since, batch)) await check(services, known);
}

export function watchSenderDomains(services: BrandingDeps): { stop(): Promise<void> } {
  return repeat({ name: 'sender domains', everyMs: 60_000, act: () => checkDueDomains(services) });
}

const notNamed = refuse('not-found', 'No sender domain is set up.');
const taken = refuse(
  'domain-taken',
  'Another account has verified this domain. Contact support if it is yours.',
);
