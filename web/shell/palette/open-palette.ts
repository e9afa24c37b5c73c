import { newSignal } from '../../kit/signal.ts';

const { subscribe, tell } = newSignal();

/** How a button asks for the palette, wherever it stands. */
export const openPalette = tell;

/** Until what is returned is called. */
export const onOpenPalette = subscribe;
