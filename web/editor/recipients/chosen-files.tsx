import { useTranslation } from '../../words.ts';
import { SwitchLine } from '../../parts/forms/switch-line.tsx';

type Props = {
  files: readonly { id: string; title: string }[];
  /** Null for all files */
  chosen: readonly string[] | null;
  onChange: (chosen: string[] | null) => void;
};

/** Chooses the files for a recipient of a copy. At least one must be selected. */
export function ChosenFiles({ files, chosen, onChange }: Props) {
  const { t } = useTranslation();
  if (files.length < 2) return null;
  const isChosen = (id: string) => chosen?.includes(id) ?? true;
  const change = (id: string, on: boolean) => {
    const next = files.filter((file) => (file.id === id ? on : isChosen(file.id))).map((file) => file.id);
    if (next.length > 0) onChange(next.length === files.length ? null : next);
  };
  return (
    <fieldset className="flex flex-col gap-3 sm:col-span-2">
      <legend className="contents text-sm font-medium">{t('recipient.files')}</legend>
      <p className="text-xs text-muted">{t('recipient.filesHint')}</p>
      {files.map(({ id, title }) => (
        <SwitchLine key={id} label={title} checked={isChosen(id)} onChange={(on) => change(id, on)} />
      ))}
    </fieldset>
  );
}
