const drawings = {
  down: 'M12 5v14M6 13l6 6 6-6',
  back: 'M19 12H5M11 6l-6 6 6 6',
  check: 'M5 12.5l4.5 4.5L19 7',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 010 12h-3',
  upload: 'M12 16V4M7 9l5-5 5 5M4 20h16',
  download: 'M12 4v12M7 11l5 5 5-5M4 20h16',
  print: 'M7 9V3h10v6M7 17H4v-7h16v7h-3M7 14h10v7H7z',
  help: 'M9.5 9a2.5 2.5 0 114 2c-1 .7-1.5 1.2-1.5 2.5M12 17.2v.1M21 12a9 9 0 11-18 0 9 9 0 0118 0z',
  warn: 'M12 9v4M12 16.8v.1M10.4 4.2L2.7 17.5A1.8 1.8 0 004.3 20h15.4a1.8 1.8 0 001.6-2.5L13.6 4.2a1.8 1.8 0 00-3.2 0z',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  ended: 'M14 3H7a2 2 0 00-2 2v14a2 2 0 002 2h10a2 2 0 002-2V8zM14 3v5h5M9.5 12.5l5 5M14.5 12.5l-5 5',
  lock: 'M7 11V8a5 5 0 0110 0v3M5 11h14v10H5z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  globe: 'M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c3 3 3 15 0 18-3-3-3-15 0-18z',
} as const;

/** A decorative line drawing of 18 px next to a word. */
export function Icon({ name }: { name: keyof typeof drawings }) {
  return (
    <svg className={name === 'back' ? 'icon turns' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
