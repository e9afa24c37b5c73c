import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { downloadAnswers, type AnswerSource } from '../../api/answers.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { useTranslation } from '../../words.ts';

/** Format and period of a download of what recipients entered. */
export function AnswersDialog({ source, onClose }: { source: AnswerSource; onClose: () => void }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const [period, setPeriod] = useState({ from: '', to: '' });
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx');
  const loading = useMutation(downloadAnswers);
  const wrongOrder = period.from !== '' && period.to !== '' && period.from > period.to;
  return (
    <FormDialog
      onClose={onClose}
      title={t('answers.title')}
      description={say(source.kind === 'bulk' ? 'answers.aboutBulk' : 'answers.about')}
      action={say('answers.action')}
      busy={loading.isPending}
      ready={!wrongOrder}
      error={loading.error}
      onSubmit={() => loading.mutate({ source, period, format }, { onSuccess: onClose })}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {(['from', 'to'] as const).map((end) => (
          <InputField
            key={end}
            label={say(`answers.${end}`)}
            type="date"
            value={period[end]}
            error={end === 'to' && wrongOrder ? say('answers.wrongOrder') : undefined}
            onChange={({ target }) => setPeriod({ ...period, [end]: target.value })}
          />
        ))}
      </div>
      <SelectField
        label={say('answers.format')}
        value={format}
        onChange={setFormat}
        options={(['xlsx', 'csv'] as const).map((value) => ({ value, text: say(`answers.format.${value}`) }))}
      />
    </FormDialog>
  );
}

/** The button that opens the dialog. */
export function AnswersButton({ source }: { source: AnswerSource }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Download aria-hidden="true" />
        {t('answers.title')}
      </Button>
      {open ? <AnswersDialog source={source} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
