import { lazy, Suspense, useState } from 'react';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { AllowedMarks } from '#core/ceremony/mark-kind.ts';
import { initialsOf } from '#core/person/initials.ts';
import { browserStore, forget, keep, readKeptValue } from '../../kit/kept.ts';
import { parseDraft } from '../entries/draft-store.ts';
import { adopted, inAllowedKind, type Entries, type Mark } from '../entries/entries.ts';
import { Sheet } from '../sheet.tsx';
import { shownLanguage, t } from '../words.ts';
import { MarkMaker } from './mark-maker.tsx';
import { Button } from '../../kit/button.tsx';

type Marks = Pick<Entries, 'signature' | 'initials' | 'typeface'>;
type Props = {
  recipient: Pick<CeremonyAnswer['recipient'], 'name' | 'email' | 'via'>;
  entries: Marks;
  allowed: AllowedMarks;
  asksInitials: boolean;
  onUse: (marks: Marks) => void;
  onClose: () => void;
};

/** The sender's device and frames of other websites may be shared, so nothing is saved there. */
const shared: readonly string[] = ['in-person', 'embedded', 'counter'];
const storage = { browserStore, forget, keep, readKeptValue };
const SavedMark = lazy(() =>
  import('./saved-mark.tsx')
    .then(async (part) => (await part.ready, part))
    .catch(() => ({ default: () => null })),
);

/**
 * Signature and initials in one sheet, with the recipient's name as the typed suggestion. They become the
 * signer's only when they are used: closing the sheet changes nothing (L-01).
 */
export function MarkSheet({ recipient, entries, allowed, asksInitials, onUse, onClose }: Props) {
  const name = recipient.name.trim();
  const offered = initialsOf(name, shownLanguage());
  const [marks, setMarks] = useState<Marks>({
    signature: inAllowedKind(ready(entries.signature, name), allowed),
    initials: inAllowedKind(ready(entries.initials, offered), allowed),
    typeface: entries.typeface,
  });
  const isWhole = adopted(marks.signature) !== null && (!asksInitials || adopted(marks.initials) !== null);
  const set = (part: Partial<Marks>) => setMarks((before) => ({ ...before, ...part }));
  return (
    <Sheet title={t(asksInitials ? 'mark.both' : 'mark.signature')} onClose={onClose}>
      <form
        className="stack marks"
        onSubmit={(event) => {
          event.preventDefault();
          onUse(asksInitials ? marks : { ...marks, initials: entries.initials });
          onClose();
        }}
      >
        <MarkMaker
          kind="signature"
          part={asksInitials ? 'of-sheet' : 'whole-sheet'}
          mark={marks.signature}
          allowed={allowed}
          offer={name}
          typeface={marks.typeface}
          onMark={(signature) => set({ signature: { ...signature, saved: false } })}
          onTypeface={(typeface) => set({ typeface })}
        />
        {asksInitials && (
          <MarkMaker
            kind="initials"
            part="of-sheet"
            mark={marks.initials}
            allowed={allowed}
            offer={offered}
            typeface={marks.typeface}
            onMark={(initials) => set({ initials: { ...initials, saved: false } })}
          />
        )}
        {recipient.email !== '' && !shared.includes(recipient.via) && (
          <Suspense>
            <SavedMark
              {...{ recipient, marks, allowed, adopted, inAllowedKind, parseDraft, storage }}
              onMarks={setMarks}
            />
          </Suspense>
        )}
        <div className="row end sheet-acts">
          <Button onClick={onClose}>{t('text.cancel')}</Button>
          <Button type="submit" look="primary" disabled={!isWhole}>
            {t(asksInitials ? 'mark.adoptBoth' : 'mark.adopt')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

function ready(mark: Mark, offer: string): Mark {
  return adopted(mark) || offer === '' ? mark : { ...mark, mode: 'type', text: offer };
}
