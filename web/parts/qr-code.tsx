import { encode } from 'uqr';

/**
 * A QR code generated in the browser, so that its content is not sent anywhere. It is black on white in both
 * themes, because phones could not read it otherwise.
 */
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
