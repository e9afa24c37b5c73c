import type { LucideIcon } from 'lucide-react';
import { createContext, type ComponentType, type ReactNode } from 'react';

export type ItemProps = { icon: LucideIcon; children: ReactNode; onSelect: () => void; danger?: boolean };

/** The parts of an open menu, which are loaded together with it. */
export const MenuParts = createContext<{ Item: ComponentType<ItemProps>; Line: ComponentType } | null>(null);
