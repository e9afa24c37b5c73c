import { useEffect, useRef } from 'react';

type Props = {
  /** The words for a screen reader; nothing else is shown. */
  label: string;
  checked: boolean;
  /** Some of what it stands for, but not all. */
  mixed?: boolean;
  /** Whether shift was held, with the pointer or the space bar. */
  onToggle: (shift: boolean) => void;
};

/** A bare checkbox with room around it for a finger. */
export function Checkbox({ label, checked, mixed = false, onToggle }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className="finger -m-2 flex w-fit cursor-pointer p-2 select-none">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey === true)}
        className="size-4 cursor-pointer accent-ink"
      />
    </label>
  );
}
