/** Returns the path without its query. Secrets in it are redacted, however they are encoded. */
export function loggedPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0]!;
  try {
    return withoutTokens(decodeURIComponent(path)).replace(/\p{Cc}/gu, '_');
  } catch {
    return '(undecodable path)';
  }
}

/** Redacts the tokens in paths of signing links and other secret links. */
export function withoutTokens(text: string): string {
  return text.replace(
    /([/\\](?:sign|unsubscribe|mail(?![/\\]+(?:unsubscribe|bounces))|my-data|reply-to|form(?:[/\\]+(?:confirm|code))?|embed(?:[/\\]+edit)?)[/\\]+)(?!(?:confirm|code|edit)[/\\])[^/\\\s?#"'<>)]+/gi,
    '$1(token)',
  );
}

/** Returns the parts of an error that help to find its cause. Signing tokens are redacted. */
export function loggedError(error: unknown): { type: string; code?: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: '' };
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    ...(typeof code === 'string' && { code }),
    message: withoutTokens(error.message),
    stack: withoutTokens(error.stack ?? ''),
  };
}
