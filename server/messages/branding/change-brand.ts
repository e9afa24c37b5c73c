import { checkBrand } from '#core/brand/brand.ts';
import { offers } from '#core/plan/plans.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { BrandBody } from '#contract/messages/branding.ts';
import { serviceNames } from '../../accounts/profile/service-names.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { scheduleReleaseOf } from '../../records/stored-files/promise-release.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { lockBrand, type Logo } from '../../records/brand-store.ts';
import type { Member } from '../../records/preference-store.ts';
import { lockPlanUsage } from '../../records/plan-store.ts';
import type { BrandingDeps } from './deps.ts';

/** A member and the IP address of their request. */
export type Asker = Member & { ip: string };

const notOffered = refuse(
  'plan-without-branding',
  'Custom branding is part of Pro and Business. Nothing was changed.',
);

export async function refuseWithoutBranding(
  tx: Tx,
  services: BrandingDeps,
  accountId: string,
): Promise<Refusal | undefined> {
  return offers(await lockPlanUsage(tx, accountId, services), 'branding') ? undefined : notOffered;
}

/** Changes the name, color and footer together, or none of them if one is refused. */
export async function changeBrand(
  services: BrandingDeps,
  asker: Asker,
  typed: BrandBody,
): Promise<Refusal | undefined> {
  const brand = checkBrand(typed, serviceNames(services.config));
  if (isRefusal(brand)) return brand;
  const now = services.clock();
  return inTransaction(services.db, async (tx) => {
    const refused = await refuseWithoutBranding(tx, services, asker.accountId);
    if (refused) return refused;
    const before = await lockBrand(tx, asker.accountId, now);
    if (before.name === brand.name && before.color === brand.color && before.footer === brand.footer) {
      return undefined;
    }
    await tx
      .updateTable('brands')
      .set({ ...brand, updated_at: new Date(now) })
      .where('account_id', '=', asker.accountId)
      .execute();
    await recordAccountEvent(
      tx,
      asker.accountId,
      { type: 'brand_changed', userId: asker.userId, ip: asker.ip, detail: brand.name },
      now,
    );
    return undefined;
  });
}

/** Sets the logo, whose file is already stored, or removes it. Releases a file that is no longer used. */
export async function saveLogo(
  services: BrandingDeps,
  { accountId, userId, ip }: Asker,
  logo: Logo | undefined,
): Promise<Refusal | undefined> {
  const now = services.clock();
  return inTransaction(services.db, async (tx) => {
    const refused = logo && (await refuseWithoutBranding(tx, services, accountId));
    if (refused) return refused;
    const brand = await lockBrand(tx, accountId, now);
    if (brand.logo?.sha256 === logo?.sha256) return undefined;
    await tx
      .updateTable('brands')
      .set({
        logo_sha256: logo?.sha256 ?? null,
        logo_type: logo?.mediaType ?? null,
        updated_at: new Date(now),
      })
      .where('account_id', '=', accountId)
      .execute();
    const type = logo ? 'logo_changed' : 'logo_removed';
    await recordAccountEvent(tx, accountId, { type, userId, ip }, now);
    if (brand.logo) await scheduleReleaseOf(tx, services.jobs, accountId, [brand.logo.sha256]);
    return undefined;
  });
}
