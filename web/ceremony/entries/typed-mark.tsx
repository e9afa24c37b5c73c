import { useEffect } from 'react';
import { typefaces, type Typeface } from '#core/ceremony/typeface.ts';
import { t } from '../words.ts';
import { Button } from '../../kit/button.tsx';

type Props = {
  /** Id of the input element */
  id: string;
  label: string;
  text: string;
  /** A suggestion to accept with one tap. It is never filled in automatically (L-01). */
  offer: string;
  longest: number;
  typeface: Typeface;
  onText: (text: string) => void;
  onTypeface?: (typeface: Typeface) => void;
};

/** A signature typed on the keyboard, in a typeface that the sealed document also has. */
export function TypedMark({ id, label, text, offer, longest, typeface, onText, onTypeface }: Props) {
  useHandwriting();
  return (
    <div className="typed">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        value={text}
        maxLength={longest}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        onChange={(event) => onText(event.target.value)}
      />
      {offer !== '' && text !== offer && (
        <Button onClick={() => onText(offer)}>{t('mark.use', { text: offer })}</Button>
      )}
      {onTypeface ? (
        <Faces id={id} shown={text.trim() || offer} typeface={typeface} onTypeface={onTypeface} />
      ) : (
        <span className="typed-alone" aria-hidden="true" style={{ fontFamily: familyOf(typeface) }}>
          {text.trim()}
        </span>
      )}
    </div>
  );
}

type FacesProps = Required<Pick<Props, 'id' | 'typeface' | 'onTypeface'>> & { shown: string };

function Faces({ id, shown, typeface, onTypeface }: FacesProps) {
  return (
    <fieldset className="faces">
      <legend>{t('mark.face')}</legend>
      {typefaces.map((face) => (
        <label key={face} className="face" data-chosen={face === typeface}>
          <input
            type="radio"
            name={`${id}-face`}
            checked={face === typeface}
            onChange={() => onTypeface(face)}
            aria-label={nameOf(face)}
          />
          <span aria-hidden="true" style={{ fontFamily: familyOf(face) }}>
            {shown || nameOf(face)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** 'dancing-script' → 'Dancing Script', the name under which the font files are registered. */
function nameOf(face: Typeface): string {
  return face.replace(/(^|-)(\w)/g, (_, gap: string, letter: string) => (gap && ' ') + letter.toUpperCase());
}

export function familyOf(face: Typeface): string {
  return `'${nameOf(face)}', cursive`;
}

/**
 * The four typefaces are larger than the rest of the page, so they are loaded when the signer starts typing.
 */
export function useHandwriting(wanted = true): void {
  useEffect(() => {
    if (wanted) void import('./handwriting.css').catch(() => undefined);
  }, [wanted]);
}
