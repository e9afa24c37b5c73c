import type { LucideIcon } from 'lucide-react';
import { createContext, type ComponentType, type ReactNode } from 'react';

export type ItemProps = { icon: LucideIcon; children: ReactNode; onSelect: () => void; danger?: boolean };

/** The parts of an open menu, whose code is loaded with it. */
export const MenuParts = createContext<{ Item: ComponentType<ItemProps>; Line: ComponentType } | null>(null);
