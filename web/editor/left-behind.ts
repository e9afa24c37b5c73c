import type { RecipientView } from '#contract/documents.ts';
import type { Field } from '#core/field/field.ts';
import type { Translate } from '../words.ts';
import type { SendRow } from './send-values.ts';

export type LeftBehind = { recipient: Pick<RecipientView, 'name' | 'email'>; count: number };

/**
 * Whose fields would be nobody's once these rows are saved, and how many. A row that is new stands for whoever was saved
 * with its mailbox and role, as for the server.
 */
export function leftBehind(
  fields: readonly Pick<Field, 'recipientId'>[],
  recipients: readonly Pick<RecipientView, 'id' | 'name' | 'email' | 'role'>[],
  rows: readonly Pick<SendRow, 'recipientId' | 'email' | 'role'>[],
): LeftBehind[] {
  return recipients
    .filter(({ id, email, role }) => {
      const mailbox = email.toLowerCase();
      return !rows.some((row) =>
        row.recipientId
          ? row.recipientId === id
          : row.role === role && row.email.trim().toLowerCase() === mailbox,
      );
    })
    .map((recipient) => {
      return { recipient, count: fields.filter(({ recipientId }) => recipientId === recipient.id).length };
    })
    .filter(({ count }) => count > 0);
}

export function leftBehindText(t: Translate, left: readonly LeftBehind[]): string {
  const each = left.map(({ recipient: { name, email }, count }) =>
    t('send.leftBehind', { name: name || email, count }),
  );
  return [...each, t('send.leftBehindText')].join(' ');
}
