/** Why an address that somebody else has chosen gave no answer. */
export type PostProblem =
  /** It is, or its name leads to, a place that is not public. */
  | 'address-refused'
  | 'name-unknown'
  | 'unreachable'
  /** No TLS, or a certificate that is not for this name. */
  | 'tls-failed'
  | 'too-slow'
  /** Something that is not HTTP, or ended in the middle. */
  | 'answer-broken';

/** `answer` is the beginning of the body as text. `retryAfterMs`: how long it asked us to wait. */
type Answered = { status: number; answer: string; retryAfterMs?: number };
export type PostOutcome = Answered | { problem: PostProblem };

/** A call that is no delivery: by GET or POST, with the whole answer up to a bound. */
export type Call = {
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
};
export type CallOutcome =
  | { status: number; headers: Record<string, string>; body: Uint8Array }
  | { problem: PostProblem };

export type Post = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Ends it early. */
  signal?: AbortSignal;
};

/**
 * Calls addresses that strangers chose, from inside of our network (S-33): only public ones, of which the very address is
 * checked that is connected to, at each call anew; follows nothing, and bounds time and size.
 */
export type OutboundPost = {
  /** Whether something would be connected to at all, as far as the address itself says: not where its name leads. */
  takes(url: string): boolean;
  /** Never rejects. */
  post(asked: Post): Promise<PostOutcome>;
  /** Never rejects either. An answer that is too long is 'answer-broken'. */
  call(asked: Call): Promise<CallOutcome>;
};
