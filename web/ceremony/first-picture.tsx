import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How long the picture may keep what draws the pages waiting, in ms. */
const patience = 4000;

let picture: HTMLImageElement | undefined;

/** Keeps the picture that the server's HTML has loaded: a new one would be fetched and decoded once more. */
export function takePicture(root: HTMLElement): void {
  picture = root.querySelector<HTMLImageElement>('.first-page img') ?? undefined;
}

function pictureOf(url: string): HTMLImageElement {
  if (picture?.getAttribute('src') === url) return picture;
  picture = new Image();
  picture.alt = '';
  picture.src = url;
  return picture;
}

/** The first page as a picture, over the whole of its box. What it says is read from the page itself. */
export function FirstPicture({ url }: { url: string }) {
  const holder = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    holder.current?.replaceChildren(pictureOf(url));
  }, [url]);
  // Written out only on the server: there it has to be part of the page from the first byte.
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

/** Whether the picture can be seen, has to be waited for, or cannot be had. */
export function useFirstPicture(url: string): 'loading' | 'shown' | 'failed' {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  useEffect(() => {
    let gone = false;
    const settle = (to: 'shown' | 'failed') => {
      if (!gone) setState(to);
    };
    pictureOf(url)
      .decode()
      .then(
        () => settle('shown'),
        () => settle('failed'),
      );
    const timer = setTimeout(() => settle('failed'), patience);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [url]);
  return state;
}
