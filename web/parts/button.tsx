import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

const styles = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors duration-100 select-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-[18px] [&_svg]:shrink-0 [&_svg]:stroke-[1.75]',
  {
    variants: {
      look: {
        primary: 'bg-ink text-on-ink hover:opacity-90',
        plain: 'border border-line-strong bg-surface text-text hover:bg-sunken',
        quiet: 'text-text hover:bg-sunken',
        danger: 'border border-danger/40 bg-danger-soft text-danger hover:border-danger',
        link: 'text-ink underline underline-offset-3 hover:no-underline',
      },
      size: {
        small: 'finger h-8 px-2.5 text-sm',
        normal: 'h-9 px-3.5 text-sm pointer-coarse:h-11',
        big: 'h-12 rounded-[10px] px-[22px] text-base',
        icon: 'size-9 pointer-coarse:size-11',
        text: 'finger h-auto p-0 text-sm',
      },
    },
    defaultVariants: { look: 'plain', size: 'normal' },
  },
);

type Props = ComponentProps<'button'> & VariantProps<typeof styles> & { asChild?: boolean };

/** The button of the whole product. An icon alone needs an `aria-label`. */
export function Button({ look, size, asChild = false, className, type = 'button', ...rest }: Props) {
  const Element = asChild ? Slot.Root : 'button';
  return (
    <Element
      {...(asChild ? {} : { type })}
      className={classNames(styles({ look, size }), className)}
      {...rest}
    />
  );
}
