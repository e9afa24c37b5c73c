import { ChevronDown } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { classNames } from '../class-names.ts';
import { popup } from '../popup.ts';
import { inputStyle } from './form-field.tsx';
import type { PanelProps } from './open-select.tsx';

export const selectPanel = popup<PanelProps>(async () => (await import('./open-select.tsx')).default);

type Option<Value extends string> = { value: Value; text: string };

type Props<Value extends string> = {
  value: Value;
  /** A long list is passed as a function that is called when the select opens. `shown` is required then. */
  options: readonly Option<Value>[] | (() => readonly Option<Value>[]);
  /** The displayed text of the value. */
  shown?: string;
  onChange: (value: Value) => void;
  'aria-label'?: string;
  id?: string;
  className?: string;
  disabled?: boolean;
};

/** A select. Only its button is rendered until it is used. */
export function Select<Value extends string>({
  value,
  options,
  shown,
  onChange,
  className,
  ...button
}: Props<Value>) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [near, setNear] = useState(false);
  const [open, setOpen] = useState(false);
  const atHand = typeof options === 'function' ? [] : options;
  const items = open && typeof options === 'function' ? options() : atHand;
  const reach = () => {
    setNear(true);
    selectPanel.preload();
  };
  const show = () => {
    setNear(true);
    setOpen(true);
    selectPanel.open(() => setOpen(false));
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(event.key)) {
      show();
      event.preventDefault();
    } else if (event.key.length === 1) {
      const next = nextBeginningWith(atHand, value, event.key);
      if (next) onChange(next.value);
    }
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        data-state={open ? 'open' : 'closed'}
        {...button}
        onFocus={reach}
        onPointerEnter={reach}
        onClick={show}
        onKeyDown={key}
        // Grows for text on several lines, such as a date and time on a phone.
        className={classNames(
          inputStyle,
          'inline-flex h-auto min-h-9 items-center justify-between gap-2 py-1 text-start pointer-coarse:h-auto pointer-coarse:min-h-11',
          className,
        )}
      >
        <span className="pointer-events-none">
          {shown ?? atHand.find((option) => option.value === value)?.text}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 text-muted" />
      </button>
      {near ? (
        <selectPanel.Panel
          button={anchor}
          value={value}
          options={items}
          open={open}
          onOpenChange={setOpen}
          onChange={(next) => onChange(next as Value)}
        />
      ) : null}
    </>
  );
}

/** Returns the next option after the current one that begins with the typed letter. */
function nextBeginningWith<Value extends string>(
  options: readonly Option<Value>[],
  value: Value,
  letter: string,
): Option<Value> | undefined {
  const at = options.findIndex((option) => option.value === value);
  const inOrder = [...options.slice(at + 1), ...options.slice(0, Math.max(at, 0))];
  return inOrder.find(({ text }) => text.toLocaleLowerCase().startsWith(letter.toLocaleLowerCase()));
}
