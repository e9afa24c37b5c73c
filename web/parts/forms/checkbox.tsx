import { useEffect, useRef } from 'react';

type Props = {
  /** Accessible name. No text is displayed. */
  label: string;
  checked: boolean;
  /** True if some but not all of the represented items are checked. */
  mixed?: boolean;
  /** `shift` is true if the Shift key was held, with the pointer or the space bar. */
  onToggle: (shift: boolean) => void;
};

/** A checkbox without visible label, large enough for touch. */
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
