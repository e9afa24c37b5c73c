import { Search } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { classNames } from '../../parts/class-names.ts';
import { useTranslation } from '../../words.ts';
import { matching, useCommands, useSettingsCommands, type Command, type CommandGroup } from './commands.ts';
import { useSearchResults } from './use-found.ts';

type Props = { open: boolean; onClose: () => void; onHelp: () => void };

/** Finds a document, contact, template, page or action by part of its name. */
export default function CommandPalette({ open, onClose, onHelp }: Props) {
  const { t } = useTranslation();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 enter-fade bg-black/40 p-3 sm:p-6 sm:pt-[12vh]">
          <Radix.Content
            aria-describedby={undefined}
            className="mx-auto flex max-h-[min(30rem,calc(100dvh-3rem))] w-full max-w-xl enter-rise flex-col overflow-hidden rounded-lg border border-line bg-surface text-text shadow-lift focus:outline-none"
          >
            <Radix.Title className="sr-only">{t('palette.title')}</Radix.Title>
            <Finder onClose={onClose} onHelp={onHelp} />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A combobox over a permanently open list (WAI-ARIA APG); the focus remains in the input. */
function Finder({ onClose, onHelp }: Omit<Props, 'open'>) {
  const { t } = useTranslation();
  const ids = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const { groups: found, searching } = useSearchResults(typed.trim());
  const always = useCommands(onHelp);
  const settings = useSettingsCommands();
  const offered = typed.trim() === '' ? always : [...always, settings];
  const groups = [...found, ...matching(offered, typed)].filter(({ commands }) => commands.length > 0);
  const commands = groups.flatMap((group) => group.commands);
  const active = Math.min(at, commands.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const move = (to: number) => {
    const next = (to + commands.length) % commands.length;
    setAt(next);
    list.current?.querySelector(`[data-at="${next}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') run(commands[active]);
    else if (event.key === 'ArrowDown') move(active + 1);
    else if (event.key === 'ArrowUp') move(active - 1);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(commands.length - 1);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden="true" className="size-[18px] shrink-0 text-muted" />
        <input
          autoFocus
          type="text"
          role="combobox"
          aria-label={t('palette.find')}
          aria-expanded="true"
          aria-controls={ids}
          aria-autocomplete="list"
          aria-activedescendant={active < 0 ? undefined : `${ids}-${active}`}
          placeholder={t('palette.open')}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={press}
          className="h-12 min-w-0 flex-1 text-ellipsis bg-transparent text-base outline-none placeholder:text-muted"
        />
      </div>
      <div
        ref={list}
        id={ids}
        role="listbox"
        aria-label={t('palette.title')}
        aria-busy={searching}
        className="min-h-0 flex-1 overflow-y-auto p-1.5"
      >
        <Groups groups={groups} active={active} ids={ids} onRun={run} onPoint={setAt} />
      </div>
      <p
        role="status"
        className={classNames('px-4 py-6 text-center text-muted', commands.length > 0 && 'sr-only')}
      >
        {commands.length > 0
          ? t('palette.count', { count: commands.length })
          : searching
            ? t('loading')
            : t('palette.none')}
      </p>
    </>
  );
}

type GroupsProps = {
  groups: readonly CommandGroup[];
  active: number;
  ids: string;
  onRun: (command: Command) => void;
  onPoint: (at: number) => void;
};

function Groups({ groups, active, ids, onRun, onPoint }: GroupsProps) {
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { commands }) => sum + commands.length, 0),
  );
  return groups.map(({ title, commands }, index) => (
    <div key={title} role="group" aria-label={title}>
      <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
        {title}
      </p>
      {commands.map((command, place) => {
        const at = (starts[index] ?? 0) + place;
        const { icon: Icon } = command;
        return (
          <div
            key={command.key}
            id={`${ids}-${at}`}
            data-at={at}
            role="option"
            aria-selected={at === active}
            onClick={() => onRun(command)}
            onPointerMove={() => onPoint(at)}
            className={classNames(
              'flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 pointer-coarse:min-h-11',
              at === active && 'bg-ink-soft',
            )}
          >
            <Icon aria-hidden="true" className="size-[18px] shrink-0 stroke-[1.75] text-muted" />
            <span className="min-w-0 flex-1 truncate">{command.text}</span>
            {command.detail ? (
              <span className="max-w-40 shrink-0 truncate text-xs text-muted">{command.detail}</span>
            ) : null}
          </div>
        );
      })}
    </div>
  ));
}
