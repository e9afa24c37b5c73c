import { encode } from 'uqr';

/** Made here, in the browser: nobody else sees what it says. Black on white in both themes, or no phone reads it. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const dots = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 self-center rounded-md bg-white text-black"
    >
      <path d={dots} fill="currentColor" />
    </svg>
  );
}
