import { useRequiredTexts } from '../api/later-words.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { useTranslation } from '../words.ts';
import type { MovedField } from './moved-fields.ts';

type Props = { open: boolean; onClose: () => void; moved: readonly MovedField[] };

/** Lists the fields that moved when the file was replaced. */
export function MovedDialog({ open, onClose, moved }: Props) {
  const { t } = useTranslation();
  const own = useRequiredTexts('file-notes');
  const kinds = useRequiredTexts('field-kinds');
  const sentence = ({ type, label, from, to }: MovedField): string => {
    const name = label || kinds(`kind.${type}`);
    if (from === undefined) return own('moved.added', { name, page: to });
    return from === to ? own('moved.within', { name, page: to }) : own('moved.pages', { name, from, to });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={t('editor.replaced')}
      description={own('moved.about')}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('dialog.close')}
        </Button>
      }
    >
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {moved.map((one) => (
          <li key={one.id} className="break-words">
            {sentence(one)}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
