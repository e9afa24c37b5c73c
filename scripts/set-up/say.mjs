/** Prints a line of the set-up, marked to distinguish it from the lines of npm and the server. */
export function say(message) {
  process.stderr.write(`set-up: ${message}\n`);
}
