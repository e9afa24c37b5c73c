/** Returns the current time in ms UTC. It is a parameter everywhere, so that tests can set the time. */
export type Clock = () => number;
