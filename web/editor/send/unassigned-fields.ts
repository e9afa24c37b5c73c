import type { RecipientView } from '#contract/documents/documents.ts';
import type { Field } from '#core/field/field.ts';
import type { Translate } from '../../words.ts';
import type { SendRow } from './send-values.ts';

export type UnassignedFields = { recipient: Pick<RecipientView, 'name' | 'email'>; count: number };

/**
 * Returns the owners whose fields would become unassigned if these rows were saved, and the number of fields.
 * As on the server, a new row matches the saved recipient with the same mailbox and role.
 */
export function discardedDrafts(
  fields: readonly Pick<Field, 'recipientId'>[],
  recipients: readonly Pick<RecipientView, 'id' | 'name' | 'email' | 'role'>[],
  rows: readonly (Pick<SendRow, 'recipientId' | 'email' | 'role'> & { name?: string })[],
): UnassignedFields[] {
  return recipients
    .filter(({ id, name, email, role }) => {
      const mailbox = email.toLowerCase();
      return !rows.some((row) =>
        row.recipientId
          ? row.recipientId === id
          : row.role === role &&
            row.email.trim().toLowerCase() === mailbox &&
            (mailbox !== '' || row.name?.trim() === name),
      );
    })
    .map((recipient) => {
      return { recipient, count: fields.filter(({ recipientId }) => recipientId === recipient.id).length };
    })
    .filter(({ count }) => count > 0);
}

export function discardedDraftsText(t: Translate, left: readonly UnassignedFields[]): string {
  const each = left.map(({ recipient: { name, email }, count }) =>
    t('send.leftBehind', { name: name || email, count }),
  );
  return [...each, t('send.leftBehindText')].join(' ');
}
