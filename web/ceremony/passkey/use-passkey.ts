import { useRef, useState } from 'react';
import type { CeremonyAnswer, PasskeyConfirmation } from '#contract/signing/ceremony.ts';
import { passkeyQuestionLifetime } from '#core/ceremony/passkey.ts';
import type { SigningLinkApi } from '../signing-link-api.ts';
import { t } from '../words.ts';
import type { Made } from './ask-passkey.ts';

/** `confirmed` is null if no passkey is wanted. A fault is a sentence, and means that nothing was signed. */
export type Confirming = { confirmed: PasskeyConfirmation | null } | { fault: string };

/** Manages the passkey step of a signature: whether a passkey is used, which one, and the browser prompt. */
export function usePasskey(asked: CeremonyAnswer['passkey'], api: SigningLinkApi) {
  const [chosen, setChosen] = useState(false);
  const [createsNew, setCreatesNew] = useState(false);
  const [busy, setBusy] = useState(false);
  // A passkey that was created but not used yet. If its confirmation was postponed, the next click uses the
  // same passkey.
  const created = useRef<(Made & { at: number }) | null>(null);
  const possible = typeof window !== 'undefined' && passkeyPossible(window);
  const wanted = asked !== null && (asked.rule === 'required' || chosen);

  async function confirm(act: string): Promise<Confirming> {
    if (!wanted) return { confirmed: null };
    if (!possible) return { fault: t('passkey.impossibleShort') };
    setBusy(true);
    try {
      return await ask(act);
    } finally {
      setBusy(false);
    }
  }

  async function ask(act: string): Promise<Confirming> {
    const earlier =
      created.current && Date.now() - created.current.at < passkeyQuestionLifetime / 2
        ? created.current
        : null;
    const question = earlier ? { ok: true as const, value: earlier.question } : await api.passkey();
    if (!question.ok) {
      return { fault: question.failure.offline ? t('failed.offline') : question.failure.detail };
    }
    let fresh: Made | null = earlier;
    try {
      const { answerWith, makePasskey } = await import('./ask-passkey.ts');
      if (!fresh && (createsNew || question.value.known.length === 0)) {
        fresh = await makePasskey(question.value);
        created.current = { ...fresh, at: Date.now() };
      }
      return { confirmed: await answerWith(question.value, fresh?.registration ?? null) };
    } catch {
      // Browsers do not reveal whether the person declined or the device has no matching passkey.
      return { fault: t(fresh ? 'passkey.again' : 'passkey.refused', { act }) };
    }
  }

  /** The server did not accept the response, so the next click starts again. */
  const forget = () => (created.current = null);
  return { possible, wanted, chosen, createsNew, busy, setChosen, setCreatesNew, confirm, forget };
}

export type PasskeyState = ReturnType<typeof usePasskey>;

/** A passkey requires a host name and a secure connection. IP addresses are not supported. */
export function passkeyPossible(page: {
  isSecureContext: boolean;
  location: { hostname: string };
  PublicKeyCredential?: unknown;
}): boolean {
  const { hostname } = page.location;
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  return page.isSecureContext && page.PublicKeyCredential !== undefined && !isAddress;
}
