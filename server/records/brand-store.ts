import type { Kysely, Selectable } from 'kysely';
import type { Brand } from '#core/brand/brand.ts';
import { nightShade, type Color } from '#core/brand/color.ts';
import { offers, planNames } from '#core/plan/plans.ts';
import type { ShownBrand } from '#contract/messages/branding.ts';
import { brandPaths, fillIn } from '#contract/paths.ts';
import type { BrandsTable, Schema } from '../foundation/db/schema.ts';
import type { Tx } from '../foundation/db/transaction.ts';
import { readPlan, type PlanRules } from './plan-store.ts';

export type Logo = { sha256: string; mediaType: 'image/png' | 'image/jpeg' };

/** An account's stored branding. Values that were not set are empty. */
export type StoredBrand = Brand & {
  logo: Logo | undefined;
  /** Reply-to address, confirmed through a link sent to it. */
  replyTo: string | null;
  /** Address that was requested and not confirmed yet. */
  replyToRequested: string | null;
};

export async function findBrand(db: Kysely<Schema>, accountId: string): Promise<StoredBrand> {
  const row = await db
    .selectFrom('brands')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ? toBrand(row) : { ...nothing };
}

const nothing: StoredBrand = {
  name: '',
  color: null,
  footer: '',
  logo: undefined,
  replyTo: null,
  replyToRequested: null,
};

function toBrand(row: Selectable<BrandsTable>): StoredBrand {
  return {
    name: row.name,
    color: row.color as Color | null,
    footer: row.footer,
    logo:
      row.logo_sha256 === null
        ? undefined
        : { sha256: row.logo_sha256, mediaType: row.logo_type as Logo['mediaType'] },
    replyTo: row.reply_to,
    replyToRequested: row.reply_to_requested,
  };
}

/** Returns the branding in use. It is empty if the plan does not include branding, whatever is stored. */
export async function brandInForce(
  db: Kysely<Schema>,
  accountId: string,
  rules: PlanRules,
): Promise<StoredBrand | undefined> {
  const brand = await findBrand(db, accountId);
  return offers(await readPlan(db, accountId, rules), 'branding') ? brand : undefined;
}

/**
 * Returns the brand that signers see next to the sender, or null if the sender's address is not confirmed.
 */
export async function brandBeside(
  { db, ...rules }: PlanRules & { db: Kysely<Schema> },
  { accountId }: { accountId: string },
  { confirmedAt }: { confirmedAt: number | null },
): Promise<ShownBrand | null> {
  return confirmedAt === null ? null : shownBrand(await brandInForce(db, accountId, rules));
}

/** Returns the part of the branding that signers see, or null if there is none. */
function shownBrand(brand: StoredBrand | undefined): ShownBrand | null {
  if (!brand || (brand.name === '' && !brand.logo && brand.color === null)) return null;
  return {
    name: brand.name,
    logoUrl: logoAddress(brand.logo),
    color: brand.color && { day: brand.color, night: nightShade(brand.color) },
  };
}

/** Returns the URL of the logo. Each new logo has a new URL, so browsers may cache it. */
export function logoAddress(logo: Logo | undefined): string | null {
  return logo ? fillIn(brandPaths.readLogo, { params: { sha256: logo.sha256 } }) : null;
}

/** Locks the account's branding row, so that changes happen one after the other, and returns its values. */
export async function lockBrand(tx: Tx, accountId: string, now: number): Promise<StoredBrand> {
  await tx
    .insertInto('brands')
    .values({ account_id: accountId, updated_at: new Date(now) })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  const row = await tx
    .selectFrom('brands')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return toBrand(row);
}

/** Returns the logo with this hash if any account whose plan includes branding uses it. */
export async function findShownLogo(
  db: Kysely<Schema>,
  sha256: string,
  { clock, plans: setting }: PlanRules,
): Promise<Logo | undefined> {
  const showing = planNames.filter((plan) => offers(plan, 'branding'));
  const row = await db
    .selectFrom('brands')
    .innerJoin('accounts', 'accounts.id', 'brands.account_id')
    .select(['logo_sha256', 'logo_type'])
    .where('logo_sha256', '=', sha256)
    .$if(setting === 'on', (found) =>
      found
        .where('accounts.plan', 'in', showing)
        .where((account) =>
          account.or([account('plan_until', 'is', null), account('plan_until', '>', new Date(clock()))]),
        ),
    )
    .limit(1)
    .executeTakeFirst();
  return row && { sha256, mediaType: row.logo_type as Logo['mediaType'] };
}
