/** Prints a line of the set-up, marked to distinguish it from npm's and the server's lines. */
export function say(message) {
  process.stderr.write(`set-up: ${message}\n`);
}
