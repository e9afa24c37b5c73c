import { nightShade } from '#core/brand/color.ts';
import { defang } from '#core/language/defang.ts';
import type { FileStore } from '../../../ports/file-store.ts';
import type { MailPart } from '../../../ports/mailer.ts';
import { brandInForce } from '../../../records/brand-store.ts';
import type { Sender } from '../../../records/sender-store.ts';
import type { MailDeps } from '../deps.ts';
import { typed } from './mail-facts.ts';

/**
 * An account's branding in an email. It is an unverified claim of the account, so it always appears together
 * with a confirmed address.
 */
export type MailBrand = {
  name: string;
  footer: string;
  color: { day: string; night: string } | null;
  /** The logo is attached, so that opening the email makes no requests. */
  logo: (MailPart & { id: string }) | undefined;
  /** Reply-to address; null for the sender's. */
  replyTo: string | null;
  /** The sender's confirmed address, which is always shown below the brand. */
  address: string;
};

/**
 * Returns undefined if the account has no branding, the plan does not include it, or the sender's address is
 * unconfirmed.
 */
export async function mailBrand(
  services: Pick<MailDeps, 'db' | 'clock' | 'plans'> & { files: Pick<FileStore, 'read'> },
  accountId: string,
  { email, confirmedAt }: Pick<Sender, 'email' | 'confirmedAt'>,
): Promise<MailBrand | undefined> {
  const brand = confirmedAt === null ? undefined : await brandInForce(services.db, accountId, services);
  if (!brand) return undefined;
  const { color, logo, replyTo } = brand;
  if (!brand.name && !brand.footer && !color && !logo && replyTo === null) return undefined;
  return {
    // Input is checked when it is saved, and again here, because the rules may be stricter by now.
    name: typed(brand.name),
    footer: defang(brand.footer),
    color: color && { day: color, night: nightShade(color) },
    logo: logo && {
      id: 'logo',
      filename: logo.mediaType === 'image/png' ? 'logo.png' : 'logo.jpg',
      mediaType: logo.mediaType,
      bytes: await services.files.read(logo.sha256),
    },
    replyTo,
    address: email,
  };
}
