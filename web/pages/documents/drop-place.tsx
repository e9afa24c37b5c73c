import { useState, type DragEvent, type ReactNode } from 'react';
import { classNames } from '../../parts/class-names.ts';
import { hasDraggedDocuments, readDropped, type Dropped } from '../../documents/selection/drag-documents.ts';

type Props = {
  /** Null for the top level */
  folderId: string | null;
  onDrop: (what: Dropped, folderId: string | null) => void;
  className?: string;
  children: ReactNode;
};

/** A drop target for a folder. The keyboard alternative is 'Move to…'. */
export function DropPlace({ folderId, onDrop, className, children }: Props) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    setOver(false);
    const what = readDropped(event);
    if (!what) return;
    event.preventDefault();
    event.stopPropagation();
    if (!('folder' in what && what.folder === folderId)) onDrop(what, folderId);
  };
  return (
    <div
      onDragOver={(event) => {
        if (!hasDraggedDocuments(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(className, over && 'bg-ink-soft outline-2 -outline-offset-2 outline-ink')}
    >
      {children}
    </div>
  );
}
