import type { Kysely, Selectable } from 'kysely';
import type { Brand } from '#core/brand/brand.ts';
import { nightShade, type Colour } from '#core/brand/colour.ts';
import { offers, planNames } from '#core/plan/plans.ts';
import { addressOf } from '#contract/address.ts';
import type { ShownBrand } from '#contract/brand.ts';
import { brandPaths } from '#contract/paths.ts';
import type { BrandsTable, Schema } from '../db/schema.ts';
import type { Tx } from '../db/transaction.ts';
import { readPlan, type PlanRules } from './plan-store.ts';

export type Logo = { sha256: string; mediaType: 'image/png' | 'image/jpeg' };

/** All that is kept of how an account shows itself; what nobody has said yet is empty. */
export type StoredBrand = Brand & {
  logo: Logo | undefined;
  /** Confirmed by a link that was mailed to it. */
  replyTo: string | null;
  /** Asked for, and not confirmed yet. */
  replyToAsked: string | null;
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
  ...{ name: '', colour: null, footer: '', logo: undefined },
  ...{ replyTo: null, replyToAsked: null },
};

function toBrand(row: Selectable<BrandsTable>): StoredBrand {
  return {
    name: row.name,
    colour: row.colour as Colour | null,
    footer: row.footer,
    logo:
      row.logo_sha256 === null
        ? undefined
        : { sha256: row.logo_sha256, mediaType: row.logo_type as Logo['mediaType'] },
    replyTo: row.reply_to,
    replyToAsked: row.reply_to_asked,
  };
}

/** As much of it as is shown now: nothing while the plan offers none, whatever is kept. */
export async function brandInForce(
  db: Kysely<Schema>,
  accountId: string,
  rules: PlanRules,
): Promise<StoredBrand | undefined> {
  const brand = await findBrand(db, accountId);
  return offers(await readPlan(db, accountId, rules), 'branding') ? brand : undefined;
}

/** The brand that signers see beside the sender: nothing where nobody has confirmed that one's address. */
export async function brandBeside(
  { db, ...rules }: PlanRules & { db: Kysely<Schema> },
  { accountId }: { accountId: string },
  { confirmedAt }: { confirmedAt: number | null },
): Promise<ShownBrand | null> {
  return confirmedAt === null ? null : shownBrand(await brandInForce(db, accountId, rules));
}

/** The part of it that signers see; null where nothing is to be seen. */
function shownBrand(brand: StoredBrand | undefined): ShownBrand | null {
  if (!brand || (brand.name === '' && !brand.logo && brand.colour === null)) return null;
  return {
    name: brand.name,
    logoUrl: logoAddress(brand.logo),
    colour: brand.colour && { day: brand.colour, night: nightShade(brand.colour) },
  };
}

/** A new logo has a new address, so a browser may keep the old one. */
export function logoAddress(logo: Logo | undefined): string | null {
  return logo ? addressOf(brandPaths.readLogo, { params: { sha256: logo.sha256 } }) : null;
}

/** Waits for its turn among the changes of one account's brand, and answers what it was. */
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

/** The logo with this hash, while any account shows it whose plan offers that. */
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
