/** Why a request to a user-supplied address failed. */
export type PostProblem =
  /** The address is not public, or its name resolves to one that is not. */
  | 'address-refused'
  | 'name-unknown'
  | 'unreachable'
  /** No TLS, or no valid certificate for this name. */
  | 'tls-failed'
  | 'too-slow'
  /** The response is not HTTP, or ended early. */
  | 'answer-broken';

/** `answer` is the beginning of the body as text. `retryAfterMs` is the delay that the server requested. */
type Answered = { status: number; answer: string; retryAfterMs?: number };
export type PostOutcome = Answered | { problem: PostProblem };

/** A request other than a delivery: GET or POST, with the whole response up to a limit. */
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
 * Calls user-supplied addresses from inside our network (S-33). Only public addresses are called, and each
 * request checks the exact address it connects to. Redirects are not followed, and time and size are limited.
 */
export type OutboundPost = {
  /** Returns true if the address itself is allowed. Does not resolve its name. */
  takes(url: string): boolean;
  /** Sends a delivery. Never rejects. */
  post(asked: Post): Promise<PostOutcome>;
  /**
   * Sends a request and returns the whole response. Never rejects. A response that is too long is
   * 'answer-broken'.
   */
  call(asked: Call): Promise<CallOutcome>;
};
