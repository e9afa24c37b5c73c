import type { Language } from '#core/language/language.ts';
import { Icon } from './icon.tsx';
import { useHints, type Named } from './use-hints.ts';

export type IdentityHintsProps = {
  people: readonly Named[];
  language: Language;
  /** A screen reader announces a hint when it appears, unless this is false. */
  live?: boolean;
  className?: string;
};

/** Hints about a deceptive name or address. */
export function IdentityHints({ people, language, live = true, className = '' }: IdentityHintsProps) {
  const hints = useHints(people, language);
  return (
    <div role={live ? 'status' : undefined} className={`hints ${className}`}>
      {hints.map((hint) => (
        <p key={hint}>
          <Icon name="warn" />
          <span>{hint}</span>
        </p>
      ))}
    </div>
  );
}
