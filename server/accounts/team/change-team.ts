import { isDeepStrictEqual } from 'node:util';
import type { Selectable, Updateable } from 'kysely';
import type { AccountEventType } from '#core/account/event.ts';
import { markKinds, readMarkKinds, type AllowedMarks } from '#core/ceremony/mark-kind.ts';
import type { Defaults } from '#core/template/defaults.ts';
import { blankToEmpty } from '#core/language/visible.ts';
import { mustHaveTeam, unconfirmedAct } from '#core/account/team.ts';
import { mustBeConfirmed } from '#core/permission/confirmed-address.ts';
import {
  changeFormats,
  guessFormats,
  readFormats,
  type DocumentFormats,
  type FormatsChange,
} from '#core/formats/formats.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { AccountsTable } from '../../foundation/db/schema.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { changedDefaults, readDefaults } from '../../records/defaults-store.ts';
import { checkReturnUrl } from '../../records/return-url-store.ts';
import { findPreferences } from '../../records/preference-store.ts';
import type { TeamDeps } from './deps.ts';

type Change = {
  name?: string | undefined;
  twoFactorRequired?: boolean | undefined;
  /** True if the actor has just entered their password. */
  isConfirmed: boolean;
  retentionYears?: number | undefined;
  copiesAsLinks?: boolean | undefined;
  linksProtected?: boolean | undefined;
  returnUrl?: string | undefined;
  signatureKinds?: AllowedMarks | undefined;
  formats?: FormatsChange | undefined;
  defaults?: Defaults | undefined;
};

/**
 * Renames an account, or requires a second factor of all members. Members without one must then set it up
 * immediately.
 */
export function changeTeam(
  services: Pick<TeamDeps, 'db' | 'clock'>,
  { accountId, userId, ip, plan, confirmedAt }: SignedInUser,
  { name, twoFactorRequired, isConfirmed, formats, ...change }: Change,
): Promise<Refusal | undefined> {
  const now = services.clock();
  return inTransaction(services.db, async (tx) => {
    const account = await tx
      .selectFrom('accounts')
      .select([
        'two_factor_required',
        'retention_years',
        'copies_as_links',
        'links_protected',
        'return_url',
        'signature_kinds',
        'formats',
        'defaults',
      ])
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const asks = twoFactorRequired !== undefined && twoFactorRequired !== account.two_factor_required;
    // Setting up a factor needs a confirmed address, so owners without one would lock themselves out.
    const refused =
      asks && twoFactorRequired ? (mustBeConfirmed({ confirmedAt }) ?? mustHaveTeam(plan)) : undefined;
    if (refused) return refused;
    if (asks && !twoFactorRequired && !isConfirmed) return unconfirmedAct;
    const returnUrl =
      change.returnUrl === undefined ? undefined : await checkReturnUrl(tx, accountId, change.returnUrl);
    if (isRefusal(returnUrl)) return returnUrl;
    const defaults = change.defaults && readDefaults(change.defaults);
    if (isRefusal(defaults)) return defaults;
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
    for (const { column, type, detail } of changedSettings(account, { ...change, defaults, returnUrl })) {
      await tx.updateTable('accounts').set(column).where('id', '=', accountId).execute();
      await recordAccountEvent(tx, accountId, { type, userId, ip, detail }, now);
    }
    if (formats) {
      const before = readFormats(account.formats);
      const { language } = await findPreferences(tx, { accountId, userId });
      const { timeZone, ...others } = formats;
      const after = before
        ? changeFormats(before, formats)
        : changeFormats(guessFormats(language, timeZone ?? null), others);
      await tx.updateTable('accounts').set({ formats: after }).where('id', '=', accountId).execute();
      // An owner's page sets the first formats automatically, so only later changes are recorded.
      if (before && printed(before) !== printed(after)) {
        const detail = `${printed(before)} → ${printed(after)}`;
        await recordAccountEvent(tx, accountId, { type: 'formats_changed', userId, ip, detail }, now);
      }
    }
    return undefined;
  });
}

type Account = Pick<
  Selectable<AccountsTable>,
  'retention_years' | 'copies_as_links' | 'links_protected' | 'return_url' | 'signature_kinds' | 'defaults'
>;
type Changed = { column: Updateable<AccountsTable>; type: AccountEventType; detail: string };

/** Returns the single-value settings that changed, with the events that record them. */
function changedSettings(
  account: Account,
  {
    retentionYears: years,
    copiesAsLinks: links,
    linksProtected: isProtected,
    returnUrl,
    ...change
  }: Omit<Change, 'isConfirmed'>,
): Changed[] {
  const kinds = change.signatureKinds === undefined ? undefined : readMarkKinds(change.signatureKinds);
  const { defaults } = change;
  const names = defaults ? changedDefaults(account.defaults ?? {}, defaults) : [];
  const changed: (Changed | false)[] = [
    names.length > 0 && { column: { defaults }, type: 'defaults_changed', detail: names.join(', ') },
    kinds !== undefined &&
      !isDeepStrictEqual(kinds, readMarkKinds(account.signature_kinds)) && {
        column: { signature_kinds: kinds },
        type: 'signature_kinds_changed',
        detail: (kinds ?? markKinds).join(', '),
      },
    years !== undefined &&
      years !== account.retention_years && {
        column: { retention_years: years },
        type: 'retention_changed',
        detail: `${account.retention_years} → ${years}`,
      },
    links !== undefined &&
      links !== account.copies_as_links && {
        column: { copies_as_links: links },
        type: 'completion_copies_changed',
        detail: links ? 'link' : 'attachment',
      },
    isProtected !== undefined &&
      isProtected !== account.links_protected && {
        column: { links_protected: isProtected },
        type: 'link_protection_changed',
        detail: isProtected ? 'required' : 'optional',
      },
    returnUrl !== undefined &&
      returnUrl !== account.return_url && {
        column: { return_url: returnUrl },
        type: 'return_address_changed',
        detail: returnUrl,
      },
  ];
  return changed.filter((one) => one !== false);
}

function printed({ timeZone, dateFormat, numberFormat, look = {}, ...line }: DocumentFormats): string {
  const { size, align, weight, color } = look;
  const parts = [timeZone, dateFormat, numberFormat, typeof size === 'number' ? `${size} pt` : size];
  return [...parts, align, weight, color, line.signatureLine && 'line under signatures']
    .filter(Boolean)
    .join(', ');
}
