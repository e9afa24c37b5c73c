import { useEffect, useRef, useState, type ReactNode } from 'react';

/** Renders, and so loads, its children once they are near the view; until then their space is reserved. */
export function NearView({ className, children }: { className: string; children: ReactNode }) {
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
    <div ref={place} className={className}>
      {near ? children : null}
    </div>
  );
}
