import { useHints, type Named } from '../kit/use-hints.ts';
import { Icon } from './icon.tsx';
import { shownLanguage } from './words.ts';

/** Hints below a name or an address that may not be what it looks like; a screen reader reads them as they appear. */
export function IdentityHints({ people }: { people: readonly Named[] }) {
  const hints = useHints(people, shownLanguage());
  return (
    <div role="status" className="hints">
      {hints.map((hint) => (
        <p key={hint}>
          <Icon name="warn" />
          <span>{hint}</span>
        </p>
      ))}
    </div>
  );
}
