import type { RecipientView } from '#contract/documents/documents.ts';
import { assignParties } from '#core/field/assign-parties.ts';
import type { Field } from '#core/field/field.ts';
import { isForOnlySigner } from '#core/field/owner-gone.ts';
import { mustAct } from '#core/recipient/recipient.ts';
import { earlierAmong, impliedOrder } from '#core/recipient/turn.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { fieldName, shortName } from '../../parts/field/field-words.ts';
import { useTranslation } from '../../words.ts';
import { useEditor } from '../state/editor-state.ts';
import { inReadingOrder } from '../state/layout.ts';

/** The fields in reading order with the recipients that they will have, as rules name and order them. */
export function useRuledDocument() {
  const { t } = useTranslation();
  const typeName = useRequiredTexts('field-kinds');
  const { layout, recipients } = useEditor();
  const people = recipients.map((recipient) => ({ ...recipient, turn: recipient.order }));
  const signingOrder = impliedOrder(people);
  const signers = people.filter(({ role }) => role === 'signer');
  const only = signers.length === 1 ? signers[0]!.id : null;
  const fields = inReadingOrder(assignParties(layout.fields, people)).map((field) =>
    isForOnlySigner(field) ? { ...field, recipientId: only } : field,
  );
  const acting = people.filter(mustAct);
  const ownerOf = ({ recipientId }: Field) => people.find(({ id }) => id === recipientId);
  const nameOf = (field: Field) => {
    const owner = ownerOf(field);
    const name = ruleName(field);
    if (name === '') return fieldName(t, typeName(`kind.${field.type}`), field, owner);
    return owner && acting.length > 1 ? `${name} (${shortName(owner)})` : name;
  };
  return {
    fields,
    signingOrder,
    recipients: people as readonly (RecipientView & { turn: number })[],
    isEarlier: earlierAmong({ signingOrder, recipients: people }),
    nameOf,
  };
}

/** Empty for a field without a label. */
function ruleName({ label, properties = {} }: Field): string {
  return [properties.group, properties.choice || label].filter(Boolean).join(': ');
}
