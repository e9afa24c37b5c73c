import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { Sent } from './desk.ts';

/** How long a signer waited for the page and for the signature, in ms. */
export type Wait = { open: number; sign: number };

/** Upper limit in ms, which is recorded for a signature that takes longer. */
export const longest = 180_000;

/** Runs the steps of a signer: opens the page with its file, checks a value and signs. */
export async function signOnce(baseUrl: string, { path }: Sent): Promise<Wait> {
  const signal = AbortSignal.timeout(longest);
  const ask = async (at: string, init: RequestInit): Promise<Response> => {
    const answer = await fetch(new URL(at, baseUrl), { ...init, signal });
    if (!answer.ok) throw new Error(`${at.slice(0, 12)}…: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const begun = performance.now();
  try {
    const view = (await (await ask(path, {})).json()) as CeremonyAnswer;
    await (await ask(`${path}/file`, {})).arrayBuffer();
    await ask(`${path}/opened`, { method: 'POST' });
    const opened = performance.now();
    const [text] = view.fields.filter(({ type }) => type === 'text');
    const value = 'Berth 14, from the first of May';
    if (!text) throw new Error('The document has no text field.');
    await ask(`${path}/check`, json({ id: text.id, value }));
    await ask(
      path,
      json({
        signatureText: view.recipient.name,
        consent: true,
        disclosureVersion: view.disclosure.version,
        fields: [{ id: text.id, value }],
      }),
    );
    return { open: opened - begun, sign: performance.now() - opened };
  } catch (error) {
    if (!signal.aborted) throw error;
    return { open: 0, sign: longest };
  }
}

function json(body: unknown): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}
