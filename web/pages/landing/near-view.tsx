import { useEffect, useRef, useState, type ReactNode } from 'react';

type Props = { island: string; className: string; children: ReactNode };

/**
 * Renders, and so loads, its children once they are near the view; until then their space is reserved. On a
 * page rendered on the server, web/site.ts fills the place by the name of its island.
 */
export function NearView({ island, className, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '400px' },
    );
    if (place.current) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={place} data-island={island} className={className}>
      {near ? children : null}
    </div>
  );
}
