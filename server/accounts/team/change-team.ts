import { blankToEmpty } from '#core/language/visible.ts';
import { mustHaveTeam } from '#core/account/team.ts';
import { mustBeConfirmed } from '#core/permission/confirmed-address.ts';
import {
  changeFormats,
  guessFormats,
  readFormats,
  type DocumentFormats,
  type FormatsChange,
} from '#core/formats/formats.ts';
import type { Refusal } from '#core/refusal.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { findPreferences } from '../../records/preference-store.ts';
import type { TeamDeps } from './deps.ts';

type Change = {
  name?: string | undefined;
  twoFactorRequired?: boolean | undefined;
  retentionYears?: number | undefined;
  copiesAsLinks?: boolean | undefined;
  linksProtected?: boolean | undefined;
  formats?: FormatsChange | undefined;
};

/**
 * Renames an account, or requires a second factor of all members; members without one must set it up
 * immediately.
 */
export function changeTeam(
  services: Pick<TeamDeps, 'db' | 'clock'>,
  { accountId, userId, ip, plan, confirmedAt }: SignedInUser,
  { name, twoFactorRequired, retentionYears, copiesAsLinks, linksProtected, formats }: Change,
): Promise<Refusal | undefined> {
  const now = services.clock();
  return inTransaction(services.db, async (tx) => {
    const account = await tx
      .selectFrom('accounts')
      .select(['two_factor_required', 'retention_years', 'copies_as_links', 'links_protected', 'formats'])
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const asks = twoFactorRequired !== undefined && twoFactorRequired !== account.two_factor_required;
    // Setting up a factor needs a confirmed address; members without one would lock themselves out.
    const refused =
      asks && twoFactorRequired ? (mustBeConfirmed({ confirmedAt }) ?? mustHaveTeam(plan)) : undefined;
    if (refused) return refused;
    if (name !== undefined) {
      const detail = blankToEmpty(name.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim());
      await tx.updateTable('accounts').set({ name: detail }).where('id', '=', accountId).execute();
      await recordAccountEvent(tx, accountId, { type: 'account_renamed', userId, ip, detail }, now);
    }
    if (asks) {
      await tx
        .updateTable('accounts')
        .set({ two_factor_required: twoFactorRequired })
        .where('id', '=', accountId)
        .execute();
      const type = twoFactorRequired ? 'two_factor_required' : 'two_factor_not_required';
      await recordAccountEvent(tx, accountId, { type, userId, ip }, now);
    }
    if (retentionYears !== undefined && retentionYears !== account.retention_years) {
      await tx
        .updateTable('accounts')
        .set({ retention_years: retentionYears })
        .where('id', '=', accountId)
        .execute();
      const detail = `${account.retention_years} → ${retentionYears}`;
      await recordAccountEvent(tx, accountId, { type: 'retention_changed', userId, ip, detail }, now);
    }
    if (copiesAsLinks !== undefined && copiesAsLinks !== account.copies_as_links) {
      await tx
        .updateTable('accounts')
        .set({ copies_as_links: copiesAsLinks })
        .where('id', '=', accountId)
        .execute();
      const detail = copiesAsLinks ? 'link' : 'attachment';
      await recordAccountEvent(tx, accountId, { type: 'completion_copies_changed', userId, ip, detail }, now);
    }
    if (linksProtected !== undefined && linksProtected !== account.links_protected) {
      await tx
        .updateTable('accounts')
        .set({ links_protected: linksProtected })
        .where('id', '=', accountId)
        .execute();
      const detail = linksProtected ? 'required' : 'optional';
      await recordAccountEvent(tx, accountId, { type: 'link_protection_changed', userId, ip, detail }, now);
    }
    if (formats) {
      const before = readFormats(account.formats);
      const { language } = await findPreferences(tx, { accountId, userId });
      const { timeZone, ...others } = formats;
      const after = before
        ? changeFormats(before, formats)
        : changeFormats(guessFormats(language, timeZone ?? null), others);
      await tx.updateTable('accounts').set({ formats: after }).where('id', '=', accountId).execute();
      // The first formats are set by an owner's page automatically, not by a person, so they are not recorded
      // as a change.
      if (before && printed(before) !== printed(after)) {
        const detail = `${printed(before)} → ${printed(after)}`;
        await recordAccountEvent(tx, accountId, { type: 'formats_changed', userId, ip, detail }, now);
      }
    }
    return undefined;
  });
}

function printed({ timeZone, dateFormat, numberFormat }: DocumentFormats): string {
  return `${timeZone}, ${dateFormat}, ${numberFormat}`;
}
