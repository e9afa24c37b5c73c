import { SignatureStroke } from './brand-mark.tsx';

/** A rosette with sixteen notches around the signature stroke. Used only for sealed documents. */
export function SealMark({ className }: { className: string }) {
  const notches = Array.from({ length: 32 }, (_, index) => {
    const angle = (index * Math.PI) / 16;
    const radius = index % 2 === 0 ? 20 : 17.6;
    return `${(22 + radius * Math.cos(angle)).toFixed(2)},${(22 + radius * Math.sin(angle)).toFixed(2)}`;
  });
  return (
    <svg viewBox="0 0 44 44" aria-hidden="true" className={className}>
      <polygon points={notches.join(' ')} fill="oklch(55% .15 28)" />
      <circle cx="22" cy="22" r="13.5" fill="none" stroke="#fff" strokeOpacity=".7" />
      <SignatureStroke stroke="#fff" transform="translate(8 8)" />
    </svg>
  );
}
