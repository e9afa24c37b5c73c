import { markKinds, type AllowedMarks } from '#core/ceremony/mark-kind.ts';
import type { Typeface } from '#core/ceremony/typeface.ts';
import type { Mark } from '../entries/entries.ts';
import { places, typedInputOf } from '../entries/scroll-to-target.ts';
import { t } from '../words.ts';
import { DrawingPad } from './drawing-pad.tsx';
import { TypedMark } from '../entries/typed-mark.tsx';
import { UploadedMark } from './uploaded-mark.tsx';

type Props = {
  kind: 'signature' | 'initials';
  /** Absent if the surrounding sheet already shows it. */
  hint?: string;
  /** Determines the heading: a section of the page, a section of a sheet, or the heading of the sheet. */
  part?: 'of-page' | 'of-sheet' | 'whole-sheet';
  mark: Mark;
  allowed: AllowedMarks;
  offer: string;
  typeface: Typeface;
  onMark: (mark: Mark) => void;
  /** Absent if the neighboring mark chooses the typeface for both. */
  onTypeface?: (typeface: Typeface) => void;
};

/**
 * Adopts a signature or initials. Typing comes first for keyboard users. Drawing and uploading are equivalent
 * unless the sender allows only some of the three.
 */
export function MarkMaker({
  kind,
  hint,
  part = 'of-page',
  mark,
  allowed,
  offer,
  typeface,
  onMark,
  onTypeface,
}: Props) {
  const isSignature = kind === 'signature';
  const modes = allowed ?? markKinds;
  const name = t(isSignature ? 'mark.signature' : 'mark.initials');
  const Heading = part === 'of-page' ? 'h2' : 'h3';
  return (
    <section className="card" aria-label={name}>
      {part !== 'whole-sheet' && (
        <Heading id={places[kind]} tabIndex={-1}>
          {name}
        </Heading>
      )}
      {hint !== undefined && <p className="muted">{hint}</p>}
      {modes.length > 1 && (
        <div className="modes" role="group" aria-label={t(isSignature ? 'mark.how' : 'mark.howInitials')}>
          {modes.map((mode) => (
            <button
              key={mode}
              type="button"
              aria-pressed={mark.mode === mode}
              onClick={() => onMark({ ...mark, mode })}
            >
              {t(`mark.${mode}`)}
            </button>
          ))}
        </div>
      )}
      {mark.mode === 'type' && (
        <TypedMark
          id={typedInputOf(places[kind])}
          label={t(isSignature ? 'mark.typeName' : 'mark.typeInitials')}
          text={mark.text}
          offer={offer}
          longest={isSignature ? 200 : 40}
          typeface={typeface}
          onText={(text) => onMark({ ...mark, text })}
          {...(onTypeface && { onTypeface })}
        />
      )}
      {mark.mode === 'draw' && (
        <DrawingPad
          label={t(isSignature ? 'mark.drawSignature' : 'mark.drawInitials')}
          strokes={mark.strokes}
          onDraw={(strokes, drawn) => onMark({ ...mark, strokes, drawn })}
        />
      )}
      {mark.mode === 'upload' && (
        <UploadedMark picture={mark.picture} onPicture={(picture) => onMark({ ...mark, picture })} />
      )}
    </section>
  );
}
