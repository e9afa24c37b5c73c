import { domainOf } from '#core/account/sign-on.ts';
import { wantedRecords, type RecordState, type WantedRecord } from '#core/brand/sender-domain.ts';
import { offers } from '#core/plan/plans.ts';
import { refuse } from '#core/refusal.ts';
import { senderDomainRows, type SenderDomainAnswer } from '#contract/messages/sender-domain.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { isTrusted } from '../mail/account-sender.ts';
import { readPlan } from '../../records/plan-store.ts';
import { findSenderDomain } from '../../records/sender-domain-store.ts';
import type { BrandingDeps } from './deps.ts';
import { checkSenderDomain, deleteSenderDomain, putSenderDomain } from './sender-domain.ts';

/** Routes for an account's sender domain and the DNS records that it needs. */
export function senderDomainRoutes(services: BrandingDeps): Routes {
  const checks = burstLimiter(burstLimits.domainCheck, services.clock);
  const view = ({ accountId }: { accountId: string }) => senderDomainView(services, accountId);
  return (app) => {
    serve(app, senderDomainRows.readSenderDomain, ({ user }) => view(user));
    serve(
      app,
      senderDomainRows.putSenderDomain,
      async ({ user, body }) => (await putSenderDomain(services, user, body)) ?? view(user),
    );
    serve(app, senderDomainRows.checkSenderDomain, async ({ user }) => {
      const wait = checks.waitFor(user.accountId);
      if (wait > 0) return { ...tooManyChecks, retryAfter: wait };
      checks.count(user.accountId);
      return (await checkSenderDomain(services, user)) ?? view(user);
    });
    serve(app, senderDomainRows.deleteSenderDomain, ({ user }) => deleteSenderDomain(services, user));
  };
}

async function senderDomainView(services: BrandingDeps, accountId: string): Promise<SenderDomainAnswer> {
  const offered = offers(await readPlan(services.db, accountId, services), 'branding');
  const known = await findSenderDomain(services.db, accountId);
  if (!known) return { offered, senderDomain: null };
  const { domain, local, states } = known;
  const wanted = wantedRecords(known, domainOf(services.from.address));
  const withState = (record: WantedRecord, state: RecordState) => ({ ...record, state });
  return {
    offered,
    senderDomain: {
      domain,
      local,
      inUse: offered && isTrusted(known, services.clock()),
      verifiedAt: known.verifiedAt?.toISOString() ?? null,
      lostAt: known.lostAt?.toISOString() ?? null,
      checkedAt: known.checkedAt?.toISOString() ?? null,
      records: {
        dkim: withState(wanted.dkim, states.dkim),
        spf: withState(wanted.spf, states.spf),
        dmarc: withState(wanted.dmarc, states.dmarc),
      },
    },
  };
}

const tooManyChecks = refuse(
  'too-many-requests',
  'The records were checked too often. Wait a few minutes and try again.',
);
