import { nightShade } from '#core/brand/colour.ts';
import { defang } from '#core/language/defang.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { MailPart } from '../ports/mailer.ts';
import { brandInForce } from '../records/brand-store.ts';
import type { Sender } from '../records/sender-store.ts';
import type { Services } from '../services.ts';
import { typed } from './mail-facts.ts';

/** How an account shows itself in a mail: its own claim, never without the address that somebody has confirmed. */
export type MailBrand = {
  name: string;
  footer: string;
  colour: { day: string; night: string } | null;
  /** Travels with the mail, so that opening it asks nobody for anything. */
  logo: (MailPart & { id: string }) | undefined;
  /** Where answers go; null: to the sender. */
  replyTo: string | null;
  /** Of the sender, and confirmed: it always stands below. */
  address: string;
};

/** Undefined while there is nothing to show, the plan offers none, or nobody has confirmed the sender's address. */
export async function mailBrand(
  services: Pick<Services, 'db' | 'clock' | 'plans'> & { files: Pick<FileStore, 'read'> },
  accountId: string,
  { email, confirmedAt }: Pick<Sender, 'email' | 'confirmedAt'>,
): Promise<MailBrand | undefined> {
  const brand = confirmedAt === null ? undefined : await brandInForce(services.db, accountId, services);
  if (!brand) return undefined;
  const { colour, logo, replyTo } = brand;
  if (!brand.name && !brand.footer && !colour && !logo && replyTo === null) return undefined;
  return {
    // Refused where it was typed; once more here, as rules grow and rows stay.
    ...{ name: typed(brand.name), footer: defang(brand.footer) },
    colour: colour && { day: colour, night: nightShade(colour) },
    logo: logo && {
      ...{ id: 'logo', filename: logo.mediaType === 'image/png' ? 'logo.png' : 'logo.jpg' },
      ...{ mediaType: logo.mediaType, bytes: await services.files.read(logo.sha256) },
    },
    ...{ replyTo, address: email },
  };
}
