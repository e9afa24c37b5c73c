import { groupBy } from '#core/list/group-by.ts';
import { Folder, Library } from 'lucide-react';
import { useMemo } from 'react';
import type { FolderView } from '#contract/documents/library.ts';
import { classNames } from '../../parts/class-names.ts';

type Props = {
  folders: readonly FolderView[];
  /** Null is the top level; undefined means no selection. */
  value: string | null | undefined;
  onChange: (folderId: string | null) => void;
  /** Folders that cannot be selected. */
  barred?: ReadonlySet<string>;
  label: string;
  /** The name of the top level */
  top: string;
};

/** All folders as a tree with one selection. They are radio buttons, so that the arrow keys work. */
export function FolderTree({ folders, value, onChange, barred, label, top }: Props) {
  const rows = useMemo(() => flatten(folders), [folders]);
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="max-h-80 overflow-y-auto rounded-md border border-line p-1"
    >
      <Choice icon={Library} text={top} depth={0} chosen={value === null} onChoose={() => onChange(null)} />
      {rows.map(({ folder, depth }) => (
        <Choice
          key={folder.id}
          icon={Folder}
          text={folder.name}
          depth={depth}
          chosen={value === folder.id}
          disabled={barred?.has(folder.id) ?? false}
          onChoose={() => onChange(folder.id)}
        />
      ))}
    </div>
  );
}

type ChoiceProps = {
  icon: typeof Folder;
  text: string;
  depth: number;
  chosen: boolean;
  disabled?: boolean;
  onChoose: () => void;
};

function Choice({ icon: Icon, text, depth, chosen, disabled = false, onChoose }: ChoiceProps) {
  return (
    <label className="relative">
      <input
        type="radio"
        name="folder"
        checked={chosen}
        disabled={disabled}
        onChange={onChoose}
        className="peer sr-only"
      />
      <span
        style={{ paddingInlineStart: 8 + depth * 20 }}
        className={classNames(
          'flex min-h-9 items-center gap-2.5 rounded-sm pe-2.5 peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-2 peer-focus-visible:outline-ink pointer-coarse:min-h-11',
          chosen ? 'bg-ink-soft font-medium text-ink' : 'hover:bg-sunken',
          disabled ? 'cursor-not-allowed opacity-50' : 'cursor-pointer',
        )}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0 stroke-[1.75]" />
        <span className="min-w-0 truncate">{text}</span>
      </span>
    </label>
  );
}

type Row = { folder: FolderView; depth: number };

/** Returns parents before their children, in the given order. */
function flatten(folders: readonly FolderView[]): Row[] {
  const childrenOf = groupBy(folders, ({ parentId }) => parentId);
  const below = (parentId: string | null, depth: number): Row[] =>
    (childrenOf.get(parentId) ?? []).flatMap((folder) => [{ folder, depth }, ...below(folder.id, depth + 1)]);
  return below(null, 1);
}
