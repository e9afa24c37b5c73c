/** The path without its query, and with secrets redacted, however they are encoded. */
export function loggedPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0]!;
  try {
    return withoutTokens(decodeURIComponent(path)).replace(/\p{Cc}/gu, '_');
  } catch {
    return '(undecodable path)';
  }
}

/** Replaces the tokens in paths of signing links and of other secret links. */
export function withoutTokens(text: string): string {
  return text.replace(
    /([/\\](?:sign|unsubscribe|mail(?![/\\]+(?:unsubscribe|bounces))|my-data|reply-to|form(?:[/\\]+(?:confirm|code))?|embed(?:[/\\]+edit)?)[/\\]+)(?!(?:confirm|code|edit)[/\\])[^/\\\s?#"'<>)]+/gi,
    '$1(token)',
  );
}

/** The parts of an error that help to locate it; signing tokens are redacted. */
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
