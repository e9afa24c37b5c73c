import { useMutation, useQuery } from '@tanstack/react-query';
import { Archive, Download } from 'lucide-react';
import { addressOf } from '#contract/address.ts';
import type { AccountExport } from '#contract/operations/export.ts';
import { exportPaths } from '#contract/paths.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { requestExport, exportsQuery } from '../../api/account.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { Button } from '../../parts/button.tsx';
import { dayAndTime, fileSize } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';
import { CloseAccount } from './close-account.tsx';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

/** The export of the whole account for its owner. */
export function DataSection({ closing = true }: { closing?: boolean }) {
  const { t } = useTranslation();
  const say = useDeferredTexts('pages');
  const exports = useQuery(exportsQuery);
  const asking = useMutation(requestExport);
  const latest = exports.data?.[0];
  const making = latest?.state === 'making';
  const failed = exports.isLoadingError ? exports.error : asking.error;
  if (!say) return null;
  return (
    <SettingsSection id="data" title={t('data.title')} about={say('data.about')}>
      <Rows>
        <Row title={say('data.export')} about={say('data.exportAbout')}>
          <Button disabled={asking.isPending || making} onClick={() => asking.mutate()}>
            <Archive aria-hidden="true" />
            {say(latest?.state === 'ready' ? 'data.exportAgain' : 'data.exportAct')}
          </Button>
        </Row>
        {exports.isPending ? <Skeleton className="m-5 h-12" /> : null}
        {latest ? <Latest latest={latest} /> : null}
      </Rows>
      {failed ? <Problem>{reasonOf(failed)}</Problem> : null}
      {closing ? <CloseAccount /> : null}
    </SettingsSection>
  );
}

/** The progress of the newest archive, or its download link. */
function Latest({ latest }: { latest: AccountExport }) {
  const say = useDeferredTexts('pages');
  const { id, state, done, steps, size, missing, requestedAt, endsAt } = latest;
  if (!say || state === 'removed') return null;
  if (state === 'failed') return <Row title={say('data.failed', { time: dayAndTime(requestedAt) })} />;
  if (state === 'making') {
    const percent = steps === 0 ? 0 : Math.floor((done * 100) / steps);
    return (
      <div className="flex flex-col gap-3 px-4 py-3.5 sm:px-5" role="status">
        <p>{steps === 0 ? say('data.making.begun') : say('data.making', { percent })}</p>
        <progress
          className="h-2 w-full accent-ink"
          max={100}
          value={percent}
          aria-label={say('data.export')}
        />
      </div>
    );
  }
  const about = {
    time: dayAndTime(requestedAt),
    size: fileSize(size ?? 0),
    until: endsAt === null ? '' : dayAndTime(endsAt),
  };
  return (
    <Row
      title={say('data.ready', about)}
      about={missing > 0 ? say('data.missing', { count: missing }) : undefined}
    >
      <Button look="primary" asChild>
        <a href={addressOf(exportPaths.readExport, { params: { id } })} download="">
          <Download aria-hidden="true" />
          {say('data.download')}
        </a>
      </Button>
    </Row>
  );
}
