import { useHints, type Named } from '../kit/use-hints.ts';
import { Icon } from './icon.tsx';
import { shownLanguage } from './words.ts';

/** Hints below a deceptive name or address; a screen reader announces them when they appear. */
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
