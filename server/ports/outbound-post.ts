/** Why a request to a user-supplied address failed. */
export type PostProblem =
  /** The address is not public, or its name resolves to one that is not. */
  | 'address-refused'
  | 'name-unknown'
  | 'unreachable'
  /** No TLS, or no certificate for this name. */
  | 'tls-failed'
  | 'too-slow'
  /** The response is not HTTP, or ended early. */
  | 'answer-broken';

/** `answer` is the beginning of the body as text. `retryAfterMs`: the delay that the server requested. */
type Answered = { status: number; answer: string; retryAfterMs?: number };
export type PostOutcome = Answered | { problem: PostProblem };

/** A request that is not a delivery: GET or POST, with the whole response up to a limit. */
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
  /** Aborts the request. */
  signal?: AbortSignal;
};

/**
 * Calls user-supplied addresses from inside our network (S-33): only public ones, checking for each request
 * the exact address it connects to. Follows no redirects, and limits time and size.
 */
export type OutboundPost = {
  /** Returns true if the address itself is acceptable; does not resolve its name. */
  takes(url: string): boolean;
  /** Never rejects. */
  post(asked: Post): Promise<PostOutcome>;
  /** Never rejects either. A response that is too long is 'answer-broken'. */
  call(asked: Call): Promise<CallOutcome>;
};
