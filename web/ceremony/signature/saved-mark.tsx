import { useState } from 'react';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { AllowedMarks } from '#core/ceremony/mark-kind.ts';
import type * as kept from '../../kit/kept.ts';
import type { parseDraft } from '../entries/draft-store.ts';
import type { adopted, Entries, inAllowedKind, Mark } from '../entries/entries.ts';
import { speakFully, t } from '../words.ts';
import { Button } from '../../kit/button.tsx';

export type Marks = Pick<Entries, 'signature' | 'initials' | 'typeface'>;

/** Passed in by the page, because importing shared modules would add more files to the page. */
type Given = {
  adopted: typeof adopted;
  inAllowedKind: typeof inAllowedKind;
  parseDraft: typeof parseDraft;
  storage: Pick<typeof kept, 'browserStore' | 'forget' | 'keep' | 'readKeptValue'>;
};

type Props = Given & {
  recipient: Pick<CeremonyAnswer['recipient'], 'email'>;
  marks: Marks;
  allowed: AllowedMarks;
  onMarks: (marks: Marks) => void;
};

/** Loads the later texts, which this part needs. */
export const ready = speakFully();

/**
 * A signature that the signer chose to save in this browser. It is offered to the same address only, and becomes the
 * signature of a document only when the signer uses it there.
 */
export default function SavedMark({ recipient: { email }, marks, allowed, onMarks, ...options }: Props) {
  const { adopted, inAllowedKind, storage } = options;
  const [saved, setSaved] = useState(() => loadSaved(email, options));
  const kept = saved && inAllowedKind(saved.signature, allowed) === saved.signature ? saved : undefined;
  if (kept) {
    const mark = adopted(kept.signature);
    return (
      <section className="card stack" aria-label={t('savedMark.alt')}>
        {mark?.kind === 'picture' && (
          <div className="pad-paper">
            <img src={mark.dataUrl} alt={t('savedMark.alt')} />
          </div>
        )}
        <div className="row">
          <Button onClick={() => onMarks(asSaved(kept, marks, options))}>{t('savedMark.use')}</Button>
          <Button
            onClick={() => {
              storage.forget(storage.browserStore(), key);
              setSaved(undefined);
            }}
          >
            {t('savedMark.remove')}
          </Button>
        </div>
        <p role="status" className="muted">
          {marks.signature.saved ? t('savedMark.used') : t('savedMark.saved', { email })}
        </p>
      </section>
    );
  }
  if (saved || adopted(marks.signature) === null) return null;
  return (
    <div className="row">
      <p className="muted grow">{t('savedMark.saveHint')}</p>
      <Button
        onClick={() => {
          storage.keep(storage.browserStore(), key, { email: email.toLowerCase(), marks: onlyActive(marks) });
          setSaved(loadSaved(email, options));
        }}
      >
        {t('savedMark.save')}
      </Button>
    </div>
  );
}

const key = 'countersign.signature';

function loadSaved(email: string, { adopted, parseDraft, storage }: Given): Marks | undefined {
  const kept = storage.readKeptValue(storage.browserStore(), key) as {
    email?: unknown;
    marks?: unknown;
  } | null;
  if (kept?.email !== email.toLowerCase()) return undefined;
  const { signature, initials, typeface } = parseDraft(kept.marks);
  return adopted(signature) === null ? undefined : { signature, initials, typeface };
}

/** The saved signature, and saved initials, if any. */
function asSaved({ signature, initials, typeface }: Marks, before: Marks, { adopted }: Given): Marks {
  return {
    signature: { ...signature, saved: true },
    initials: adopted(initials) === null ? before.initials : { ...initials, saved: true },
    typeface,
  };
}

/** Returns the marks with the content of their active modes only. */
function onlyActive({ signature, initials, typeface }: Marks): Marks {
  const active = ({ mode, ...mark }: Mark): Mark => ({
    mode,
    text: mode === 'type' ? mark.text : '',
    strokes: mode === 'draw' ? mark.strokes : [],
    drawn: mode === 'draw' ? mark.drawn : '',
    picture: mode === 'upload' ? mark.picture : '',
  });
  return { signature: active(signature), initials: active(initials), typeface };
}
