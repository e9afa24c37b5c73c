import { Ellipsis, type LucideIcon } from 'lucide-react';
import { DropdownMenu, Slot } from 'radix-ui';
import { useId, useImperativeHandle, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode, Ref } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';

/**
 * A dropdown menu of `trigger`, which must be a button with a name. Only the button is rendered until it is
 * used, because a list has one menu per row and most are never opened.
 */
export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [near, setNear] = useState(false);
  const [open, setOpen] = useState(false);
  const reach = () => setNear(true);
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return;
    setNear(true);
    setOpen(!open);
    // The focus moves into the opening menu, not to the button.
    if (!open) event.preventDefault();
  };
  const key = (event: KeyboardEvent) => {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
    setOpen(event.key === 'ArrowDown' || !open);
    event.preventDefault();
  };
  return (
    <>
      <Slot.Root
        ref={button}
        id={id}
        aria-haspopup="menu"
        aria-expanded={open}
        data-state={open ? 'open' : 'closed'}
        onFocus={reach}
        onPointerEnter={reach}
        onPointerDown={press}
        onKeyDown={key}
      >
        {trigger}
      </Slot.Root>
      {near ? (
        <DropdownMenu.Root modal={false} open={open} onOpenChange={setOpen}>
          <DropdownMenu.Trigger asChild>
            <Standing for={button} />
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content
              aria-labelledby={id}
              align="end"
              sideOffset={4}
              collisionPadding={8}
              className="z-50 min-w-48 enter-fade rounded-md border border-line bg-surface p-1 text-sm text-text shadow-lift"
            >
              {children}
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      ) : null}
    </>
  );
}

type ActionsProps = { name: string; className?: string; disabled?: boolean; children: ReactNode };

/** The actions on one item, behind three dots; `name` names the item. */
export function ActionsMenu({ name, children, ...button }: ActionsProps) {
  const trigger = (
    <Button look="quiet" size="icon" aria-label={name} {...button}>
      <Ellipsis aria-hidden="true" />
    </Button>
  );
  return <Menu trigger={trigger}>{children}</Menu>;
}

/** Represents the button as anchor and focus target of the menu. */
function Standing({ for: button, ref }: { for: { current: HTMLButtonElement | null }; ref?: Ref<unknown> }) {
  useImperativeHandle(ref, () => button.current, [button]);
  return null;
}

type ItemProps = { icon: LucideIcon; children: ReactNode; onSelect: () => void; danger?: boolean };

export function MenuItem({ icon: Icon, children, onSelect, danger = false }: ItemProps) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className={classNames(
        'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 outline-none data-highlighted:bg-sunken pointer-coarse:min-h-11',
        danger && 'text-danger',
      )}
    >
      <Icon aria-hidden="true" className="size-4 stroke-[1.75]" />
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuLine() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
