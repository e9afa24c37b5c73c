import type { LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A menu that drops from `trigger`, which must be a button with a name. */
export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-48 enter-fade rounded-md border border-line bg-surface p-1 text-sm text-text shadow-lift"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
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
