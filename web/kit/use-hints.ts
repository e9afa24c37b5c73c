import { useEffect, useState } from 'react';
import type { Language } from '#core/language/language.ts';

export type Named = { name: string; email: string };

/** Plain Latin names need no check, so the check and its sentences are loaded only for other names. */
const isPlain = ({ name, email }: Named): boolean =>
  /^[\0-\u024f\u0300-\u036f\u1e00-\u1eff\u2010-\u201f]*$/u.test(name) && /^(?!.*xn--)[ -~]*$/i.test(email);

/** Returns hints about deceptive names and addresses as sentences; empty until they are loaded. */
export function useHints(people: readonly Named[], language: Language): readonly string[] {
  const doubtful = JSON.stringify(people.filter((person) => !isPlain(person)));
  const asked = `${language} ${doubtful}`;
  const [found, setFound] = useState<{ asked: string; hints: string[] }>();
  useEffect(() => {
    if (doubtful === '[]') return undefined;
    let isCurrent = true;
    import('#core/person/hint-texts.ts').then(
      ({ hintTexts }) => {
        const all = (JSON.parse(doubtful) as Named[]).flatMap((person) => hintTexts(person, language));
        if (isCurrent) setFound({ asked, hints: [...new Set(all)] });
      },
      // A failure to load the hints is ignored, because nothing can be signed or sent without a connection
      // either.
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [asked, doubtful, language]);
  return found?.asked === asked ? found.hints : [];
}
