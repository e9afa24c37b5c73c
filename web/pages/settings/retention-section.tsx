import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { retentionRange } from '#core/document/erasure.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { changeTeam, teamQuery } from '../../api/team.ts';
import { showToast } from '../../kit/toast-store.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { InputField } from '../../parts/forms/form-field.tsx';
import { useTranslation } from '../../words.ts';
import { Form } from '../../parts/forms/form.tsx';

/** The retention period, during which no one can be erased from a finished document. */
export function RetentionSection() {
  const years = useQuery(teamQuery).data?.retentionYears;
  return years === undefined ? null : <Retention years={years} />;
}

function Retention({ years }: { years: number }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const [changed, setChanged] = useState<string | null>(null);
  const typed = changed ?? String(years);
  const [wrong, setWrong] = useState(false);
  const changing = useMutation(changeTeam);
  const number = Number(typed);
  const { least, most } = retentionRange;
  const valid = typed.trim() !== '' && Number.isInteger(number) && number >= least && number <= most;
  const save = () =>
    changing.mutate(
      { retentionYears: number },
      {
        onSuccess: () => showToast({ title: say('team.retentionSaved') }),
        onError: failureToast(t('team.failed')),
      },
    );
  return (
    <Card title={say('team.retention')} className="min-w-0 sm:px-6 sm:py-4">
      <p className="mt-1 max-w-prose text-muted">{say('team.retentionAbout')}</p>
      <Form className="mt-3 flex max-w-xs items-end gap-3" onSubmit={() => (valid ? save() : setWrong(true))}>
        <div className="flex-1">
          <InputField
            label={say('team.retentionYears')}
            error={wrong && !valid ? say('team.retentionInvalid') : undefined}
            type="number"
            inputMode="numeric"
            min={least}
            max={most}
            value={typed}
            onChange={(event) => setChanged(event.target.value)}
          />
        </div>
        <Button type="submit" disabled={changing.isPending || number === years}>
          {say('team.save')}
        </Button>
      </Form>
    </Card>
  );
}
