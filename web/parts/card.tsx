import { useId, type ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type Props = Omit<ComponentProps<'section'>, 'title' | 'aria-labelledby'> & {
  title: string;
  /** The content extends to the edges. Only the title keeps its margin. */
  flush?: boolean;
};

/** A section of a page with a title and a border. */
export function Card({ title, flush = false, className, children, ...section }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'rounded-lg border border-line bg-surface shadow-card',
        flush ? 'overflow-hidden' : 'p-4 sm:p-5',
        className,
      )}
      {...section}
    >
      <h2 id={id} className={classNames('text-base', flush && 'p-4 sm:px-6')}>
        {title}
      </h2>
      {children}
    </section>
  );
}
