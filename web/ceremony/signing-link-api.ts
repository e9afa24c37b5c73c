import type {
  AttachmentAnswer,
  CeremonyAnswer,
  DraftAnswer,
  DraftBody,
  GateAnswer,
  PasskeyQuestion,
  SignAnswer,
  SignBody,
} from '#contract/signing/ceremony.ts';
import { addressOf } from '#contract/address.ts';
import { ceremonyPaths } from '#contract/paths.ts';
import type { AnswerOf, Given, Known } from '#contract/routes.ts';
import type { Language } from '#core/language/language.ts';
import { newId } from '../kit/new-id.ts';
import { ask, postForm, type Asked } from '../kit/request.ts';
import { outcomeOf, type Outcome } from './outcome/outcome.ts';

export type { Failure, Outcome } from './outcome/outcome.ts';

export type SigningLinkApi = {
  /**
   * Reads the state of the link without changing anything (S-13). `language` is the one chosen on this page.
   */
  load(language?: Language): Promise<Outcome<CeremonyAnswer>>;
  /** Reports that a person sees the first page. `shownSha256` is from the response that the page shows. */
  opened(shownSha256: string | null): Promise<Outcome<unknown>>;
  sign(body: SignBody): Promise<Outcome<SignAnswer>>;
  decline(reason: string): Promise<Outcome<unknown>>;
  /** Requests a passkey challenge for this signature. */
  passkey(): Promise<Outcome<PasskeyQuestion>>;
  /** Returns which codes are required. */
  gate(): Promise<Outcome<GateAnswer>>;
  mailCode(): Promise<Outcome<unknown>>;
  enter(codes: {
    accessCode: string;
    mailCode: string;
  }): Promise<Outcome<AnswerOf<typeof ceremonyPaths.enterCodes>>>;
  delegate(to: { name: string; email: string; reason: string }): Promise<Outcome<unknown>>;
  paper(request: { withdraw: boolean; note: string }): Promise<Outcome<unknown>>;
  /** Continues electronically after paper was requested. */
  resume(): Promise<Outcome<unknown>>;
  /** Saves the entries so far for the next visit, on any device. */
  saveDraft(values: DraftBody['values']): Promise<Outcome<DraftAnswer>>;
  /** Checks whether a text value can be accepted and printed, without storing it. */
  check(fieldId: string, value: string): Promise<Outcome<unknown>>;
  /** Uploads a file. `onProgress` receives the share that has left the browser, from 0 to 1. */
  attach(
    fieldId: string,
    file: File,
    onProgress: (part: number) => void,
    signal: AbortSignal,
  ): Promise<Outcome<AttachmentAnswer>>;
  /** The address of a picture that was uploaded for a field. */
  pictureUrl(fieldId: string, sha256: string): string;
};

/** The requests available to one signing link. */
export function signingLinkApi(
  token: string,
  send: typeof fetch = (...call) => fetch(...call),
): SigningLinkApi {
  const link = { params: { token } };
  const keyFor = idempotencyKeys();
  return {
    load: (language) =>
      call(send, ceremonyPaths.readCeremony, { ...link, query: { language: language ?? null } }),
    opened: (shownSha256) => call(send, ceremonyPaths.reportOpened, { ...link, body: { shownSha256 } }),
    sign: (body) => {
      const headers = { 'Idempotency-Key': keyFor(JSON.stringify(body)) };
      return call(send, ceremonyPaths.signDocument, { ...link, body }, { headers });
    },
    saveDraft: (values) =>
      // Completes after the page is closed, because it is often sent at that moment.
      call(send, ceremonyPaths.saveDraft, { ...link, body: { values } }, { keepalive: true }),
    check: (id, value) => call(send, ceremonyPaths.checkValue, { ...link, body: { id, value } }),
    attach: (fieldId, file, onProgress, signal) =>
      outcomeOf(
        postForm(ceremonyPaths.attachFile, { params: { token, fieldId } }, formWith(file), onProgress, {
          signal,
        }),
      ),
    pictureUrl: (fieldId, sha256) =>
      addressOf(ceremonyPaths.readMark, { params: { token, fieldId }, query: { sha256 } }),
    passkey: () => call(send, ceremonyPaths.requestPasskeyChallenge, link),
    gate: () => call(send, ceremonyPaths.readGate, link),
    mailCode: () => call(send, ceremonyPaths.mailCode, link),
    enter: (codes) => call(send, ceremonyPaths.enterCodes, { ...link, body: codes }),
    delegate: (to) => call(send, ceremonyPaths.delegatePart, { ...link, body: to }),
    paper: (body) => call(send, ceremonyPaths.requestPaper, { ...link, body }),
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

/** The same content keeps its key, so that repeating it after a lost response cannot sign twice. */
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
  parts: Given<At>,
  more: More = {},
): Promise<Outcome<AnswerOf<At>>> {
  return outcomeOf(ask(at, parts as Asked, more, send));
}
