import { useState } from 'react';
import { classNames } from '../class-names.ts';

type Props = { photo: string | null; initials: string; className?: string };

/** A person's photo or initials. Decorative next to a name. */
export function Avatar({ photo, initials, className }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-ink-soft font-semibold text-ink',
        className,
      )}
    >
      {photo && photo !== broken ? (
        <img src={photo} alt="" className="size-full object-cover" onError={() => setBroken(photo)} />
      ) : (
        initials
      )}
    </span>
  );
}
