import type { RecipientView } from '#contract/documents.ts';
import type { Field } from '#core/field/field.ts';
import { FieldBox } from './field-box.tsx';

type Props = {
  fields: readonly Field[];
  recipients: readonly RecipientView[];
  page: number;
  scale: number;
};

/** The fields of one page where they are, each in the colour of its recipient; nothing can be moved. */
export function PlacedFields({ fields, recipients, page, scale }: Props) {
  return fields
    .filter((field) => field.page === page)
    .map((field) => {
      const index = recipients.findIndex(({ id }) => id === field.recipientId);
      return (
        <FieldBox
          key={field.id}
          field={field}
          scale={scale}
          owner={recipients[index]}
          ownerIndex={index < 0 ? null : index}
        />
      );
    });
}
