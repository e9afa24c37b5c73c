import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

type Props = { title: string; onClose: () => void; children: ReactNode };

/** A modal sheet. The browser's dialog element traps the focus, handles Escape and restores the focus. */
export function Sheet({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Closes in the layout phase, while the dialog is still in the document. Otherwise the focus would not be
  // restored.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}
