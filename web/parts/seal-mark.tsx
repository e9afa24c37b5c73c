/** A rosette of sixteen notches around the signature stroke. */
export function SealMark() {
  const notches = Array.from({ length: 32 }, (_, index) => {
    const angle = (index * Math.PI) / 16;
    const radius = index % 2 === 0 ? 20 : 17.6;
    return `${(22 + radius * Math.cos(angle)).toFixed(2)},${(22 + radius * Math.sin(angle)).toFixed(2)}`;
  });
  return (
    <svg viewBox="0 0 44 44" aria-hidden="true" className="size-11 shrink-0">
      <polygon points={notches.join(' ')} fill="oklch(55% .15 28)" />
      <circle cx="22" cy="22" r="13.5" fill="none" stroke="#fff" strokeOpacity=".7" />
      <path
        d="M14 25c2-.8 3-7.4 4.7-7.4 1.4 0-.4 5.8.9 5.8 1.3 0 1.8-4.4 3.1-4.4 1.1 0-.2 4 1 4.4 1 .3 3.2-1 5.3-2"
        fill="none"
        stroke="#fff"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
