import type {
  AttachmentAnswer,
  CeremonyAnswer,
  DraftAnswer,
  DraftBody,
  GateAnswer,
  PasskeyQuestion,
  SignAnswer,
  SignBody,
} from '#contract/ceremony.ts';
import { ceremonyPaths } from '#contract/paths.ts';
import type { AnswerOf, Given, Known } from '#contract/routes.ts';
import type { Language } from '#core/language/language.ts';
import { newId } from '../kit/new-id.ts';
import { ask, askWithForm, type Asked } from '../kit/request.ts';
import { outcomeOf, type Outcome } from './outcome.ts';

export type { Failure, Outcome } from './outcome.ts';

export type SigningLinkApi = {
  /** Reads what stands behind the link; changes nothing (S-13). `language`: the one chosen on this page. */
  load(language?: Language): Promise<Outcome<CeremonyAnswer>>;
  /** Says that a person has the first page before them; `shownSha256`: of the answer that it was painted from. */
  opened(shownSha256: string | null): Promise<Outcome<unknown>>;
  sign(body: SignBody): Promise<Outcome<SignAnswer>>;
  decline(reason: string): Promise<Outcome<unknown>>;
  /** A question for a passkey, about this very signature. */
  passkey(): Promise<Outcome<PasskeyQuestion>>;
  /** Which codes are asked for first. */
  gate(): Promise<Outcome<GateAnswer>>;
  mailCode(): Promise<Outcome<unknown>>;
  enter(codes: {
    accessCode: string;
    mailCode: string;
  }): Promise<Outcome<AnswerOf<typeof ceremonyPaths.enterCodes>>>;
  delegate(to: { name: string; email: string; reason: string }): Promise<Outcome<unknown>>;
  paper(asked: { withdraw: boolean; note: string }): Promise<Outcome<unknown>>;
  /** Here after all, after paper was asked for. */
  resume(): Promise<Outcome<unknown>>;
  /** Keeps what is entered so far for the next visit, on whatever device. */
  saveDraft(values: DraftBody['values']): Promise<Outcome<DraftAnswer>>;
  /** Whether a written value can be taken and printed; keeps nothing. */
  check(fieldId: string, value: string): Promise<Outcome<unknown>>;
  /** Hands a file in. `onProgress` hears how much has left the browser, from 0 to 1. */
  attach(
    fieldId: string,
    file: File,
    onProgress: (part: number) => void,
    signal: AbortSignal,
  ): Promise<Outcome<AttachmentAnswer>>;
};

/** The calls that one signing link can make. */
export function signingLinkApi(
  token: string,
  send: typeof fetch = (...call) => fetch(...call),
): SigningLinkApi {
  const link = { params: { token } };
  const keyFor = idempotencyKeys();
  return {
    load: (language) =>
      call(send, ceremonyPaths.readCeremony, { ...link, query: { language: language ?? null } }),
    opened: (shownSha256) => call(send, ceremonyPaths.noteOpened, { ...link, body: { shownSha256 } }),
    sign: (body) => {
      const headers = { 'Idempotency-Key': keyFor(JSON.stringify(body)) };
      return call(send, ceremonyPaths.signDocument, { ...link, body }, { headers });
    },
    saveDraft: (values) =>
      // It outlives the page: often it is sent while the page is being left.
      call(send, ceremonyPaths.saveDraft, { ...link, body: { values } }, { keepalive: true }),
    check: (id, value) => call(send, ceremonyPaths.checkValue, { ...link, body: { id, value } }),
    attach: (fieldId, file, onProgress, signal) =>
      outcomeOf(
        askWithForm(ceremonyPaths.attachFile, { params: { token, fieldId } }, formWith(file), onProgress, {
          signal,
        }),
      ),
    passkey: () => call(send, ceremonyPaths.askForPasskey, link),
    gate: () => call(send, ceremonyPaths.readGate, link),
    mailCode: () => call(send, ceremonyPaths.mailCode, link),
    enter: (codes) => call(send, ceremonyPaths.enterCodes, { ...link, body: codes }),
    delegate: (to) => call(send, ceremonyPaths.delegatePart, { ...link, body: to }),
    paper: (asked) => call(send, ceremonyPaths.askForPaper, { ...link, body: asked }),
    resume: () => call(send, ceremonyPaths.resumeSigning, link),
    decline: (reason) =>
      call(send, ceremonyPaths.declineDocument, { ...link, body: { reason: reason || null } }),
  };
}

function formWith(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

/** The same content keeps its key, so that a repeat after a lost answer cannot become a second act. */
function idempotencyKeys(): (content: string) => string {
  let last = { content: '', key: '' };
  return (content) => {
    if (last.key === '' || last.content !== content) last = { content, key: newId() };
    return last.key;
  };
}

type More = { headers?: Record<string, string>; keepalive?: boolean };

function call<At extends Known>(
  send: typeof fetch,
  at: At,
  given: Given<At>,
  more: More = {},
): Promise<Outcome<AnswerOf<At>>> {
  return outcomeOf(ask(at, given as Asked, more, send));
}
