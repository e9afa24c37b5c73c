import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Anchor } from '../anchor.tsx';
import { MenuParts, type ItemProps } from './menu-parts.ts';

type Props = {
  button: { current: HTMLButtonElement | null };
  labelledBy: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** The panel of a menu, which is loaded when the pointer or the focus first reaches the button of a menu. */
export default function OpenMenu({ button, labelledBy, open, onOpenChange, children }: Props) {
  return (
    <MenuParts value={parts}>
      <DropdownMenu.Root modal={false} open={open} onOpenChange={onOpenChange}>
        <DropdownMenu.Trigger asChild>
          <Anchor for={button} />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            aria-labelledby={labelledBy}
            align="end"
            sideOffset={4}
            collisionPadding={8}
            className="z-50 min-w-48 enter-fade rounded-md border border-line bg-surface p-1 text-sm text-text shadow-lift"
          >
            {children}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </MenuParts>
  );
}

function Item({ icon: Icon, children, onSelect, danger = false }: ItemProps) {
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

function Line() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}

const parts = { Item, Line };
