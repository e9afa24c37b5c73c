import type { ReactNode } from 'react';

/** A view with one thing to say. */
export function Notice({
  title,
  children,
  main = false,
}: {
  title: string;
  children: ReactNode;
  main?: boolean;
}) {
  const Heading = main ? 'h1' : 'h2';
  return (
    <div className="column notice stack">
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}
