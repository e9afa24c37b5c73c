import { BrandMark } from '../kit/brand-mark.tsx';
import { productName } from '../kit/product-name.ts';
import { classNames } from './class-names.ts';

/** Mark and name. `wordClassName` controls where the name is hidden for lack of space. */
export function Logo({ className, wordClassName }: { className?: string; wordClassName?: string }) {
  return (
    <span
      className={classNames('inline-flex items-center gap-2.5 text-[0.9375rem] font-semibold', className)}
    >
      <BrandMark className="size-6 shrink-0" />
      <span className={wordClassName}>{productName()}</span>
    </span>
  );
}
