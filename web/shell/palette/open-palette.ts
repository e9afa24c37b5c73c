import { newSignal } from '../../kit/signal.ts';

const { subscribe, tell } = newSignal();

/** Opens the palette from any button. */
export const openPalette = tell;

/** Returns a function that unsubscribes. */
export const onOpenPalette = subscribe;
