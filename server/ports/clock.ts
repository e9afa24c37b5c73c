/** Returns the current time in ms UTC. Injected everywhere, so that tests can change it. */
export type Clock = () => number;
