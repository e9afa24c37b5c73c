import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { openInProcessEngine } from '#server/adapters/pdf-engine/in-process.ts';
import type { PdfEngine } from '#server/ports/pdf-engine.ts';

const answers = new Map<string, Promise<unknown>>();
const maxAnswers = 500;

/**
 * A PDF engine in this process. Each process prepares, renders and preflights the same file only once, since
 * most tests send the same few files. Stamping, sealing and verifying are not cached.
 */
export function openRememberingEngine(): PdfEngine {
  const engine = openInProcessEngine();
  return {
    ...engine,
    normalise: remember('normalise', engine.normalise),
    markAsTest: remember('markAsTest', engine.markAsTest),
    findPlaces: remember('findPlaces', engine.findPlaces),
    lookUnder: remember('lookUnder', engine.lookUnder),
    fit: remember('fit', engine.fit),
    thumbnail: remember('thumbnail', engine.thumbnail),
    // All ids have the same length, and the time is not printed, so neither affects the result.
    tryOut: remember('tryOut', engine.tryOut, ({ at: _at, ...trial }) => withoutIds(serialize(trial))),
  };
}

function remember<Input, Output>(
  name: string,
  task: (input: Input) => Promise<Output>,
  keyOf: (input: Input) => Uint8Array | string = serialize,
): (input: Input) => Promise<Output> {
  return (input) => {
    const key = `${name} ${createHash('sha256').update(keyOf(input)).digest('hex')}`;
    let answer = answers.get(key) as Promise<Output> | undefined;
    if (answer === undefined) {
      answer = task(input);
      answers.set(key, answer);
      answer.catch(() => answers.delete(key));
      const [oldest] = answers.keys();
      if (answers.size > maxAnswers && oldest !== undefined) answers.delete(oldest);
    }
    return answer.then((output) => structuredClone(output));
  };
}

/** Replaces ids by numbers in the order in which they occur. */
function withoutIds(bytes: Buffer): string {
  const ids = new Map<string, number>();
  return bytes.toString('latin1').replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
    const number = ids.get(id) ?? ids.size;
    ids.set(id, number);
    return `#${number}`;
  });
}
