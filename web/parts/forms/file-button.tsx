import { useRef, type ComponentProps } from 'react';
import { Button } from '../button.tsx';

type Props = ComponentProps<typeof Button> & {
  /** Accessible name of the file input behind the button. */
  label: string;
  accept: string;
  onFile: (file: File) => void;
};

/** A button that opens a file from this device. */
export function FileButton({ label, accept, onFile, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          if (target.files?.[0]) onFile(target.files[0]);
          // Allows choosing the same file again after it was corrected.
          target.value = '';
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
