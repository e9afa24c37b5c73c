import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Maximum time in ms by which the picture may delay loading the code that draws pages. */
const patience = 4000;

let picture: HTMLImageElement | undefined;

/**
 * Reuses the picture that the server's HTML has loaded, because a new element would fetch and decode it
 * again.
 */
export function captureFirstView(root: HTMLElement): void {
  picture = root.querySelector<HTMLImageElement>('.first-page img') ?? undefined;
}

function pictureOf(url: string): HTMLImageElement {
  if (picture?.getAttribute('src') === url) return picture;
  picture = new Image();
  picture.alt = '';
  picture.src = url;
  return picture;
}

/**
 * Shows the first page as a picture that covers its whole box. Screen readers get the text from the page
 * itself.
 */
export function FirstPicture({ url }: { url: string }) {
  const holder = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    holder.current?.replaceChildren(pictureOf(url));
  }, [url]);
  // Written as HTML only on the server, where it has to be part of the page from the first byte.
  const written = typeof window === 'undefined' ? { __html: `<img alt="" src="${url}">` } : undefined;
  return (
    <div
      ref={holder}
      aria-hidden="true"
      className="first-page"
      {...(written ? { dangerouslySetInnerHTML: written } : {})}
    />
  );
}

/** Returns whether the picture is still loading, is visible or has failed. */
export function useFirstPicture(url: string): 'loading' | 'shown' | 'failed' {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  useEffect(() => {
    let isUnmounted = false;
    const settle = (to: 'shown' | 'failed') => {
      if (!isUnmounted) setState(to);
    };
    pictureOf(url)
      .decode()
      .then(
        () => settle('shown'),
        () => settle('failed'),
      );
    const timer = setTimeout(() => settle('failed'), patience);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [url]);
  return state;
}
