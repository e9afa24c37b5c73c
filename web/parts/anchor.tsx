import { useEffect, useImperativeHandle, type Ref } from 'react';

type Props = {
  for: { current: HTMLElement | null };
  ref?: Ref<unknown>;
  'aria-describedby'?: string | undefined;
};

/** Represents an element rendered elsewhere, as anchor and focus target of a popup. */
export function Anchor({ for: element, ref, 'aria-describedby': describedBy }: Props) {
  useImperativeHandle(ref, () => element.current, [element]);
  useEffect(() => {
    const { current } = element;
    if (!current || describedBy === undefined) return;
    current.setAttribute('aria-describedby', describedBy);
    return () => current.removeAttribute('aria-describedby');
  }, [element, describedBy]);
  return null;
}
