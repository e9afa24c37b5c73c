/**
 * The URL of a server with user and password, or the second half of a sentence that says why it cannot be
 * parsed.
 */
export type ServerAddress = { url: string } | { fault: string };

/**
 * Parses `protocol://user:password@host:port/…`. Special characters in the user and password need not be
 * percent-encoded if the URL is unambiguous, and are encoded in `url`. The error never contains the password.
 */
export function readServerAddress(
  text: string,
  { protocols, example }: { protocols: readonly string[]; example: string },
): ServerAddress {
  const [, protocol = '', rest = ''] = /^([a-z]+):\/\/(.*)$/is.exec(text) ?? [];
  if (!protocols.includes(protocol.toLowerCase())) return { fault: `must be an address such as ${example}` };
  const ends = /[/?#]/.exec(rest)?.index ?? rest.length;
  const [early, late] = [rest.slice(0, ends).lastIndexOf('@'), rest.lastIndexOf('@')];
  // An @ after the first / ? or # may be part of the password or of an option, so both readings are tried.
  const readings = [...new Set([early, late])]
    .map((at) => readAt(rest, at))
    .filter((one) => one !== undefined);
  if (readings.length > 1)
    return {
      fault: `can be read in two ways: percent-encode ${special} in its user, password and options (@ as %40)`,
    };
  const [reading] = readings;
  if (!reading)
    return {
      fault: `must be an address such as ${example}, with ${special} in its user and password percent-encoded (# as %23)`,
    };
  const sign = readSignIn(reading.signIn);
  if ('fault' in sign) return sign;
  return { url: `${protocol.toLowerCase()}://${sign.encoded}${reading.server}` };
}

const special = '@ : / ? # %';

type Reading = { signIn: string | undefined; server: string };

/**
 * Parses the URL as if its user and password ended at index `at`. Returns undefined if the rest is not a
 * server.
 */
function readAt(rest: string, at: number): Reading | undefined {
  const server = rest.slice(at + 1);
  const [, host = '', port, more = ''] =
    /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]*)(?::(\d{1,5}))?(.*)$/is.exec(server) ?? [];
  const isPort = port === undefined || (Number(port) > 0 && Number(port) < 65_536);
  // A database URL may have only parameters: postgres:///name?host=/run/postgresql
  const isHost = host !== '' || /^\/[^?#]*\?(?:.*&)?host=/.test(more);
  const isMore = /^(?:\/[^/?#@\s]*)?(?:\?[^?#\s]*)?$/.test(more) && !/\?(?![\w.-]+=)/.test(more);
  if (!isPort || !isHost || !isMore) return undefined;
  return { signIn: at < 0 ? undefined : rest.slice(0, at), server };
}

function readSignIn(signIn: string | undefined): { encoded: string } | { fault: string } {
  if (signIn === undefined) return { encoded: '' };
  const colon = signIn.indexOf(':');
  const parts = colon < 0 ? [signIn] : [signIn.slice(0, colon), signIn.slice(colon + 1)];
  if (parts.includes(''))
    return { fault: 'has an empty user or password before the @: fill it in, or leave both out' };
  const decoded = parts.map(decodeOnce);
  if (decoded.some((part) => part === undefined))
    return {
      fault:
        'has both plain percent signs and escapes in its user or password: write each plain percent sign as %25',
    };
  return { encoded: `${decoded.map((part) => encodeURIComponent(part!)).join(':')}@` };
}

/**
 * Decodes percent escapes, if there are any. Returns undefined if some percent signs are escapes and others
 * are not.
 */
function decodeOnce(text: string): string | undefined {
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
