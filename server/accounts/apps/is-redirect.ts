/** Returns true if the redirect URI is allowed: HTTPS, or a loopback address. */
export function isRedirect(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.hash !== '' || url.username !== '' || url.password !== '') return false;
  const isLoopback = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  return url.protocol === 'https:' ? !isLoopback : url.protocol === 'http:' && isLoopback;
}
