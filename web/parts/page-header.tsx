import { useEffect, type ReactNode } from 'react';
import { productName } from '../kit/product-name.ts';

/** The title of a page, with its purpose and its main action. */
export function PageHeader({ title, about, action }: { title: string; about?: string; action?: ReactNode }) {
  usePageTitle(title);
  return (
    <header className="flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 className="font-serif text-2xl tracking-[-0.015em] wrap-anywhere">{title}</h1>
        {about ? <p className="mt-1 text-muted">{about}</p> : null}
      </div>
      {action}
    </header>
  );
}

/** Sets the title of the browser tab. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = [title, productName()].filter(Boolean).join(' · ');
  }, [title]);
}
