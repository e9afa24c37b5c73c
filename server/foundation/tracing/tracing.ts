/** Ids, names and numbers by which an operator finds a span; no user text and no addresses. */
export type SpanDetails = Record<string, string | number | undefined>;

/** An HTTP request, a job, or a call to another component. */
export type SpanKind = 'request' | 'job' | 'call';

export type Span = {
  /** Runs `act`; spans that start during it, at any depth, become children of this one. */
  within<Result>(act: () => Result): Result;
  tell(details: SpanDetails): void;
  /** Call once. A failure is the name of its kind and not its message, which may contain user text. */
  end(failure?: string): void;
};

/** Traces for the operator. */
export type Tracing = {
  begin(name: string, kind: SpanKind, details?: SpanDetails): Span;
  /** Sends the remaining spans. */
  close(): Promise<void>;
};

const silent: Span = {
  within: (act) => act(),
  tell: () => undefined,
  end: () => undefined,
};

export const disabledTracing: Tracing = { begin: () => silent, close: () => Promise.resolve() };

/** Runs `act` in a new span. */
export async function inSpan<Result>(
  tracing: Tracing,
  span: { name: string; kind: SpanKind; details?: SpanDetails },
  act: () => Promise<Result>,
): Promise<Result> {
  const begun = tracing.begin(span.name, span.kind, span.details);
  try {
    const result = await begun.within(act);
    begun.end();
    return result;
  } catch (error) {
    begun.end(kindOf(error));
    throw error;
  }
}

function kindOf(error: unknown): string {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'not an Error';
}
