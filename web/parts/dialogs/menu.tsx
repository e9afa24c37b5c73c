import { Ellipsis } from 'lucide-react';
import { Slot } from 'radix-ui';
import { use, useId, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { Button } from '../button.tsx';
import { popup } from '../popup.ts';
import { MenuParts, type ItemProps } from './menu-parts.ts';

export const menuPanel = popup(async () => (await import('./open-menu.tsx')).default);

/**
 * A dropdown menu opened by `trigger`, which must be a button with a name. Only the button is rendered until
 * it is used, because a list has one menu per row and most are never opened.
 */
export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [near, setNear] = useState(false);
  const [open, setOpen] = useState(false);
  const reach = () => {
    setNear(true);
    menuPanel.preload();
  };
  const change = (next: boolean) => {
    setNear(true);
    setOpen(next);
    if (next) menuPanel.open(() => setOpen(false));
  };
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return;
    change(!open);
    // The focus moves into the opening menu, not to the button.
    if (!open) event.preventDefault();
  };
  const key = (event: KeyboardEvent) => {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
    change(event.key === 'ArrowDown' || !open);
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
        <menuPanel.Panel button={button} labelledBy={id} open={open} onOpenChange={setOpen}>
          {children}
        </menuPanel.Panel>
      ) : null}
    </>
  );
}

type ActionsProps = { name: string; className?: string; disabled?: boolean; children: ReactNode };

/** The actions on one item, behind a button with three dots. `name` is the name of the item. */
export function ActionsMenu({ name, children, ...button }: ActionsProps) {
  const trigger = (
    <Button look="quiet" size="icon" aria-label={name} {...button}>
      <Ellipsis aria-hidden="true" />
    </Button>
  );
  return <Menu trigger={trigger}>{children}</Menu>;
}

export function MenuItem(props: ItemProps) {
  const parts = use(MenuParts);
  return parts && <parts.Item {...props} />;
}

export function MenuLine() {
  const parts = use(MenuParts);
  return parts && <parts.Line />;
}
