import type { InvitationView } from '#contract/accounts/team.ts';
import { invitedRoles } from '#core/account/team.ts';

type Listed = {
  id: string;
  email: string;
  role: string;
  inviter: string;
  created_at: Date;
  expires_at: Date;
  /** Delivery state of the invitation's email. */
  state: string;
};

export function invitationView(row: Listed, now: number): InvitationView {
  return {
    id: row.id,
    email: row.email,
    role: invitedRoles.find((name) => name === row.role)!,
    invitedBy: row.inviter,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    expired: row.expires_at.getTime() <= now,
    bounced: row.state === 'bounced',
  };
}

/** Returns an address such as `g…@harbour.example`, enough for the invited person to recognize it. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address][0] ?? ''}…${address.slice(at)}`;
}
