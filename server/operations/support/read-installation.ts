import type { Kysely } from 'kysely';
import type { Installation } from '#contract/operations/support.ts';
import type { SignUpRule } from '#core/account/sign-up.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { isEmptyInstallation } from '../../records/first-account.ts';
import type { SupportDeps } from './deps.ts';

/** Returns the public facts about this server. */
export async function readInstallation({
  db,
  config,
  key,
}: Pick<SupportDeps, 'db' | 'config' | 'key'>): Promise<Installation> {
  return {
    operator: config.operatorName ?? null,
    supportEmail: config.supportEmail ?? null,
    supportPhone: config.supportPhone ?? null,
    mail: config.smtpUrl === undefined ? 'outbox' : 'sent',
    supportMessages: config.smtpUrl === undefined || config.supportEmail === undefined ? 'kept' : 'mailed',
    supportReplyHours: config.supportReplyHours,
    seal: key.describe().level,
    signUp: await signUpOf(db, config.signUp),
  };
}

async function signUpOf(db: Kysely<Schema>, rule: SignUpRule): Promise<Installation['signUp']> {
  const ruled = rule.kind === 'open' || rule.kind === 'domain';
  return {
    rule: rule.kind,
    domains: rule.kind === 'domain' ? [...rule.domains] : [],
    offered: ruled || (await isEmptyInstallation(db)),
  };
}
