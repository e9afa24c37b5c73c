import type { RecipientView } from '#contract/documents/documents.ts';
import type { Field } from '#core/field/field.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { FieldBox } from './field-box.tsx';

type Props = {
  fields: readonly Field[];
  recipients: readonly RecipientView[];
  page: number;
  scale: number;
};

/** The read-only fields of one page at their positions, in the colors of their recipients. */
export function PlacedFields({ fields, recipients, page, scale }: Props) {
  const t = useDeferredTexts('field-kinds');
  return fields
    .filter((field) => field.page === page)
    .map((field) => {
      const index = recipients.findIndex(({ id }) => id === field.recipientId);
      return (
        <FieldBox
          key={field.id}
          field={field}
          typeName={t?.(`kind.${field.type}`) ?? ''}
          scale={scale}
          owner={recipients[index]}
          ownerIndex={index < 0 ? null : index}
        />
      );
    });
}
