/** How a button asks for the palette, wherever it stands. */
const listeners = new Set<() => void>();

export function openPalette(): void {
  for (const listener of listeners) listener();
}

/** Until what is returned is called. */
export function onOpenPalette(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
