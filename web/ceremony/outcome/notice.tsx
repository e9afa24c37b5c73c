import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';

/** A view with a single message. */
export function Notice({
  title,
  children,
  icon,
  main = false,
}: {
  title: string;
  children: ReactNode;
  icon?: 'warn' | 'ended';
  main?: boolean;
}) {
  const Heading = main ? 'h1' : 'h2';
  return (
    <div className="column notice stack" data-alone>
      {icon && <Icon name={icon} />}
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}
