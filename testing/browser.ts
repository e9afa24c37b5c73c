/** The response that a browser would show after following all redirects. */
export interface Page {
  status: number;
  address: URL;
  headers: Headers;
  body: string;
}

interface Cookie {
  name: string;
  value: string;
  path: string;
}

/**
 * An HTTP client that behaves like a browser without scripts: it keeps cookies, follows redirects and submits
 * forms.
 */
export interface Browser {
  /** Opens an address. A path is relative to `baseUrl`. */
  go(address: string | URL, init?: RequestInit & { follow?: boolean }): Promise<Page>;
  /** Submits the first form of a page, with these values in addition to its own. */
  submit(page: Page, values: Record<string, string>): Promise<Page>;
  /** Returns the Cookie header for a request to this path. */
  cookieHeader(path?: string): string;
  cookie(name: string): string | undefined;
  /** Returns all cookies, for use in another browser. */
  cookies(): { name: string; value: string; path: string }[];
  setCookie(name: string, value: string): void;
  forgetCookies(): void;
  /** All Set-Cookie headers that it received. */
  received: string[];
}

export function openBrowser(baseUrl: string): Browser {
  const jar = new Map<string, Cookie>();
  const received: string[] = [];

  const cookieHeader = (path = '/'): string =>
    [...jar.values()]
      .filter((cookie) => path.startsWith(cookie.path))
      .map((cookie) => `${cookie.name}=${cookie.value}`)
      .join('; ');

  function keep(header: string): void {
    received.push(header);
    const [pair = '', ...attributes] = header.split(/;\s*/);
    const [name = '', ...rest] = pair.split('=');
    const attribute = (wanted: string): string | undefined =>
      attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const path = attribute('path') ?? '/';
    const expires = attribute('expires');
    if (attribute('max-age') === '0' || (expires && Date.parse(expires) <= Date.now())) {
      jar.delete(`${name} ${path}`);
    } else {
      jar.set(`${name} ${path}`, { name, value: rest.join('='), path });
    }
  }

  async function go(address: string | URL, init: RequestInit & { follow?: boolean } = {}): Promise<Page> {
    const { follow = true, ...request } = init;
    let at = new URL(address, baseUrl);
    for (let hops = 0; hops <= 15; hops += 1) {
      const headers = new Headers(request.headers);
      const cookies = cookieHeader(at.pathname);
      if (cookies) headers.set('cookie', cookies);
      const ask = () => fetch(at, { ...request, headers, redirect: 'manual' });
      // Like a browser, reconnects if the server has closed an idle connection.
      const answer = await ask().catch(ask);
      answer.headers.getSetCookie().forEach(keep);
      const location = answer.headers.get('location');
      const body = await answer.text();
      if (!follow || answer.status < 300 || answer.status >= 400 || location === null) {
        return { status: answer.status, address: at, headers: answer.headers, body };
      }
      at = new URL(location, at);
      // Browsers follow the redirects used here (302, 303) with a GET request.
      request.method = 'GET';
      delete request.body;
    }
    throw new Error(`More than 15 redirects from ${String(address)}.`);
  }

  return {
    go,
    submit(page, values) {
      const action = /<form[^>]*\baction="([^"]*)"/.exec(page.body)?.[1];
      if (action === undefined) throw new Error(`There is no form at ${page.address.href}:\n${page.body}`);
      return go(new URL(action.replaceAll('&amp;', '&'), page.address), {
        method: 'POST',
        body: new URLSearchParams(values),
        headers: { origin: page.address.origin, 'sec-fetch-site': 'same-origin' },
      });
    },
    cookieHeader,
    cookies: () => [...jar.values()],
    cookie: (name) => [...jar.values()].find((cookie) => cookie.name === name)?.value,
    setCookie: (name, value) => void jar.set(`${name} /`, { name, value, path: '/' }),
    forgetCookies: () => jar.clear(),
    received,
  };
}
