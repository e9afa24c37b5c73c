import { attackUntil, type Attack } from './attacks.ts';

/**
 * The process that attacks, so that the measuring process does not wait for the requests of the attack. A
 * message with an attack starts it, `undefined` ends it, and then the responses are reported.
 */
let over = new AbortController();

process.on('message', ({ baseUrl, attack }: { baseUrl: string; attack?: Attack }) => {
  over.abort();
  if (!attack) return;
  over = new AbortController();
  void attackUntil(over.signal, baseUrl, attack).then((answers) => process.send?.([...answers]));
});
