/** Now, in ms UTC. Everything that needs the time is given one, so that tests can move it. */
export type Clock = () => number;
