import type { ReactNode } from 'react';

type Props = { id: string; title: string; about: string; children: ReactNode };

/** A section of the settings: its description on the left, its controls on the right. */
export function SettingsSection({ id, title, about, children }: Props) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-20 gap-x-10 gap-y-4 border-t border-line pt-7 @3xl:grid-cols-[220px_minmax(0,1fr)]"
    >
      <div>
        <h2 id={`${id}-title`} tabIndex={-1} className="text-base outline-none">
          {title}
        </h2>
        <p className="mt-1 text-muted">{about}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}

/** A card with rows separated by lines. */
export function Rows({ children }: { children: ReactNode }) {
  return (
    <div className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card">
      {children}
    </div>
  );
}

type RowProps = { title: ReactNode; about?: ReactNode; children?: ReactNode };

/** A name, a short description, and its control at the end. */
export function Row({ title, about, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3.5 sm:px-5">
      <div className="min-w-0 flex-[1_1_220px]">
        <div className="font-medium break-words">{title}</div>
        {about ? <div className="mt-0.5 break-words text-muted">{about}</div> : null}
      </div>
      {children ? <div className="flex max-w-full flex-wrap items-center gap-2">{children}</div> : null}
    </div>
  );
}
