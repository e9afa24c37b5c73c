type Stream = { isTTY?: boolean; write(text: string): unknown };

/**
 * Reports a problem that belongs to no request. A terminal shows it as a sentence. Elsewhere it is one line
 * of JSON, like the rest of the log, so that a program can read all of it.
 */
export function reportLine(sentence: string, to: Stream = process.stderr): void {
  const line = { level: 40, time: Date.now(), pid: process.pid, msg: sentence };
  to.write(`${to.isTTY ? sentence : JSON.stringify(line)}\n`);
}
