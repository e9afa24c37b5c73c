import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { offers, planNamed } from '#core/plan/plans.ts';
import { currentUserQuery } from '../../api/account.ts';
import {
  type AuditNarrowing,
  reportAddress,
  reportScheduleQuery,
  setReportSchedule,
} from '../../api/audit.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { Button } from '../../parts/button.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { FormField, Input } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';

const formats = ['pdf', 'csv', 'json'] as const;
const intervals = ['never', 'week', 'month'] as const;

/** A report of a period with the filters of the list, and the schedule by which it is emailed. */
export function ReportBox({ narrowing }: { narrowing: AuditNarrowing }) {
  const say = useRequiredTexts('pages');
  const { data: user } = useQuery(currentUserQuery);
  const [days, setDays] = useState(lastMonth);
  if (!user) return null;
  const offered = offers(planNamed(user.planType), 'reports');
  const filter = { ...narrowing, ...days, type: '' };
  const isComplete = days.from !== '' && days.to !== '' && days.from <= days.to;
  return (
    <section
      aria-labelledby="report-title"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div>
        <h2 id="report-title" className="text-base">
          {say('report.title')}
        </h2>
        <p className="mt-1 text-muted">{say('report.about')}</p>
      </div>
      {offered ? (
        <>
          <div className="flex flex-wrap items-end gap-3">
            {(['from', 'to'] as const).map((end) => (
              <FormField key={end} label={say(`report.${end}`)} className="w-44 max-w-full min-w-0">
                {(control) => (
                  <Input
                    {...control}
                    type="date"
                    className="min-w-0"
                    value={days[end]}
                    onChange={({ target }) => setDays({ ...days, [end]: target.value })}
                  />
                )}
              </FormField>
            ))}
            {isComplete ? (
              <div className="flex flex-wrap gap-2">
                {formats.map((format) => (
                  <Button key={format} asChild>
                    <a href={reportAddress(filter, format)} download="">
                      <Download aria-hidden="true" />
                      {say(`report.${format}`)}
                    </a>
                  </Button>
                ))}
              </div>
            ) : null}
          </div>
          <Schedule />
        </>
      ) : (
        <p>
          {say('report.notOffered')}{' '}
          <Link to="/billing" className="text-ink underline underline-offset-2">
            {say('report.seePlans')}
          </Link>
        </p>
      )}
    </section>
  );
}

function Schedule() {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const { data } = useQuery(reportScheduleQuery);
  const saving = useMutation(setReportSchedule);
  if (!data) return null;
  return (
    <SelectField
      label={say('report.every')}
      className="max-w-56"
      value={data.every}
      onChange={(every) =>
        saving.mutate(every, {
          onSuccess: () => showToast({ title: say('report.saved') }),
          onError: failureToast(t('settings.failed')),
        })
      }
      options={intervals.map((value) => ({ value, text: say(`report.every.${value}`) }))}
    />
  );
}

/** Returns the last thirty days including today, in the format of date inputs. */
function lastMonth(): { from: string; to: string } {
  const day = (ago: number): string => {
    const at = new Date();
    at.setDate(at.getDate() - ago);
    const [month, date] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'));
    return `${at.getFullYear()}-${month}-${date}`;
  };
  return { from: day(29), to: day(0) };
}
