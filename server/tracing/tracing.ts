/** Ids, names and numbers by which an operator finds a span again; nothing that anybody wrote, and no address. */
export type SpanDetails = Record<string, string | number | undefined>;

/** A request that is answered, a job that is run, or what another part is asked to do meanwhile. */
export type SpanKind = 'request' | 'job' | 'call';

export type Span = {
  /** Spans that begin meanwhile, however deep, belong to this one. */
  within<Result>(act: () => Result): Result;
  tell(details: SpanDetails): void;
  /** Once. A failure is the name of its kind, and not what it says: that may hold what somebody wrote. */
  end(failure?: string): void;
};

/** Where time goes, told to whoever runs the server. */
export type Tracing = {
  begin(name: string, kind: SpanKind, details?: SpanDetails): Span;
  /** Hands over what is left. */
  close(): Promise<void>;
};

const silent: Span = {
  within: (act) => act(),
  tell: () => undefined,
  end: () => undefined,
};

export const noTracing: Tracing = { begin: () => silent, close: () => Promise.resolve() };

/** Runs it in a span of its own. */
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
