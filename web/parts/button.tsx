import { Slot } from 'radix-ui';
import { Button as KitButton, buttonLook, type ButtonProps } from '../kit/button.tsx';

/** The button of the kit. With `asChild`, its child is styled as a button, for example a link. */
export function Button({
  asChild = false,
  look,
  size,
  className,
  ...rest
}: ButtonProps & { asChild?: boolean }) {
  if (asChild) return <Slot.Root {...buttonLook({ look, size, className })} {...rest} />;
  return <KitButton {...{ look, size, className }} {...rest} />;
}
