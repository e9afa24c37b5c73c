import { describe, expect, it } from 'vitest';
import type { RecipientRole } from '#core/recipient/recipient.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { discardedDrafts } from './unassigned-fields.ts';

const recipients = [
  { id: 'r1', ...grace, role: 'signer' },
  { id: 'r2', ...linus, role: 'signer' },
] as const;
const row = (recipientId: string, { email }: { email: string }, role: RecipientRole = 'signer') => ({
  recipientId,
  email,
  role,
});
const fields = ['r1', 'r1', 'r2', null].map((recipientId) => ({ recipientId }));
const left = (rows: ReturnType<typeof row>[]) =>
  discardedDrafts(fields, recipients, rows).map(({ recipient, count }) => [recipient.name, count]);

describe('fields of recipients removed in the send dialog', () => {
  it('lost fields are reported with their number and owner, regardless of the other recipients', () => {
    expect(left([row('r2', linus)])).toEqual([[grace.name, 2]]);
    expect(left([row('r2', linus), row('', hana)])).toEqual([[grace.name, 2]]);
    expect(left([row('', hana)])).toEqual([
      [grace.name, 2],
      [linus.name, 1],
    ]);
  });

  it('no fields are lost while all recipients remain, even if an address was corrected', () => {
    expect(left([row('r2', linus), row('r1', hana)])).toEqual([]);
  });

  it('a recipient who was removed and entered again keeps their fields, but not in another role', () => {
    const again = { email: ` ${grace.email.toUpperCase()}` };
    expect(left([row('r2', linus), row('', again)])).toEqual([]);
    expect(left([row('r2', linus), row('', again, 'viewer')])).toEqual([[grace.name, 2]]);
  });
});
