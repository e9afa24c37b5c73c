import { useEffect, useEffectEvent, useState } from 'react';
import type { NextForYouAnswer } from '#contract/signing/for-you.ts';
import type { forYouPaths } from '#contract/paths.ts';
import type { ask } from '../../kit/request.ts';
import { speakFully, t } from '../words.ts';
import { Button, buttonLook } from '../../kit/button.tsx';

/** Passed in by the page, because importing shared modules would add more files to the page. */
type Given = { ask: typeof ask; paths: typeof forYouPaths };

/**
 * After signing from ‘For you’, shows the next document that is waiting for the signed-in person. The
 * browser's session determines which one. The signing link alone shows nothing.
 */
export default function NextForYou({ after, ...options }: { after: string } & Given) {
  const [answer, setAnswer] = useState<NextForYouAnswer>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const find = useEffectEvent(() => findNext(after, options).then(setAnswer));
  useEffect(() => void find(), [after]);
  if (!answer) return null;
  const { next, alike, waiting } = answer;

  async function open(recipientId: string) {
    setBusy(true);
    const url = await openPart(recipientId, options);
    if (url !== undefined) return location.assign(url);
    setBusy(false);
    setFailed(true);
  }

  return (
    <section className="card stack">
      {next ? (
        <>
          <h2>{t('nextForYou.title', { count: waiting })}</h2>
          <p>
            {next.document
              ? t('nextForYou.from', { title: next.document.title, sender: nameOf(next.sender) })
              : t('nextForYou.locked', { sender: nameOf(next.sender) })}
            {alike && <span className="muted"> {t('nextForYou.alike')}</span>}
          </p>
          <p>
            <Button look="primary" disabled={busy} onClick={() => void open(next.id)}>
              {t('nextForYou.open')}
            </Button>
          </p>
        </>
      ) : (
        <p>{t('nextForYou.none')}</p>
      )}
      <p role="status" className="fault">
        {failed && t('nextForYou.failed')}
      </p>
      <p>
        <a {...buttonLook()} href="/for-you">
          {t('nextForYou.all')}
        </a>
      </p>
    </section>
  );
}

const nameOf = ({ name, email }: { name: string; email: string }): string => name || email;

/** Undefined if the person has signed out or the server cannot be reached. Then nothing is offered. */
async function findNext(after: string, { ask, paths }: Given): Promise<NextForYouAnswer | undefined> {
  try {
    const [{ ok, text }] = await Promise.all([ask(paths.nextForYou, { query: { after } }), speakFully()]);
    return ok ? (JSON.parse(text) as NextForYouAnswer) : undefined;
  } catch {
    return undefined;
  }
}

async function openPart(recipientId: string, { ask, paths }: Given): Promise<string | undefined> {
  try {
    const { ok, text } = await ask(paths.openForYou, { params: { recipientId } });
    return ok ? (JSON.parse(text) as { url: string }).url : undefined;
  } catch {
    return undefined;
  }
}
