/** Prints one line of the set-up's own, marked so that it stands out between npm's and the server's lines. */
export function say(message) {
  process.stderr.write(`set-up: ${message}\n`);
}
