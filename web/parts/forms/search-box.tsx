import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Input } from './form-field.tsx';

/** Milliseconds without typing before the search is requested. */
const typingPause = 250;

type Props = { label: string; value: string; onSearch: (q: string) => void; className?: string };

/** Searches while the user types. `value` comes from the URL and overrides the input when it changes. */
export function SearchBox({ label, value, onSearch, className }: Props) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<number>(undefined);
  const [before, setBefore] = useState(value);
  // The back button or 'Clear' changed the URL.
  if (before !== value) {
    setBefore(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => () => window.clearTimeout(timer.current), []);
  // Other filters may have changed during the pause, and the search must include them.
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  const type = (text: string) => {
    setTyped(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => latest.current(text.trim()), typingPause);
  };
  return (
    <div role="search" className={classNames('relative min-w-40 flex-1 sm:max-w-60', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 start-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={200}
        onChange={(event) => type(event.target.value)}
        className="ps-8 text-ellipsis"
      />
    </div>
  );
}
