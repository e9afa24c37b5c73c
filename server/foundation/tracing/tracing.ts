/**
 * Ids, names and numbers by which an operator can find a span. They contain no user text and no addresses.
 */
export type SpanDetails = Record<string, string | number | undefined>;

/** A span is an HTTP request, a job, or a call to another component. */
export type SpanKind = 'request' | 'job' | 'call';

export type Span = {
  /** Runs `act`. Spans that start during it, however deeply nested, become children of this span. */
  within<Result>(act: () => Result): Result;
  tell(details: SpanDetails): void;
  /**
   * Call it only once. A failure is the name of an error's kind, not its message, which may contain user
   * text.
   */
  end(failure?: string): void;
};

/** Creates the spans that operators can see. */
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
