export const boundary = 'countersign-test-boundary';

/** Returns the body of a multipart form with text fields, and with files under the name `file`. */
export function multipartBody(
  files: readonly { name: string; bytes: Uint8Array; type?: string }[],
  fields: Readonly<Record<string, string>> = {},
): Buffer {
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  for (const { name, bytes, type = 'application/octet-stream' } of files) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
    parts.push(Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

/** Returns request options with the body and its content-type header. */
export const multipartForm = (...form: Parameters<typeof multipartBody>) => ({
  body: multipartBody(...form),
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
});
