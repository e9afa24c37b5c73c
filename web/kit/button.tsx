import type { ComponentProps } from 'react';

type Look = {
  look?: 'primary' | 'plain' | 'quiet' | 'danger' | 'link' | undefined;
  size?: 'small' | 'normal' | 'big' | 'icon' | 'text' | undefined;
  className?: string | undefined;
};

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & Look;

/** Attributes that make another element, such as a link, look like a button. */
export function buttonLook({ look = 'plain', size = 'normal', className }: Look = {}) {
  return {
    className: className ? `button ${className}` : 'button',
    'data-look': look,
    'data-size': size,
  };
}

/** The button of the whole product. An icon alone needs an `aria-label`. */
export function Button({ look, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} {...buttonLook({ look, size, className })} {...rest} />;
}
