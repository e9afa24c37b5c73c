import type { App } from '#server/foundation/http/fastify-app.ts';

/** Numbers of test cards, by their effect. */
export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asks: '4000 0025 0000 3155',
  failsLater: '4000 0000 0000 0341',
} as const;

/** A page that the payment sandbox returned. */
export type SandboxPage = { status: number; text: string; goesTo: string | undefined };

/** A user who reads a page of the payment sandbox and submits its form. */
export function openShopper(app: App, url: string) {
  const path = new URL(url).pathname;
  const ask = async (form?: Record<string, string>): Promise<SandboxPage> => {
    const answer = await app.inject({
      method: form ? 'POST' : 'GET',
      url: path,
      ...(form && {
        payload: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    });
    const { location } = answer.headers;
    return { status: answer.statusCode, text: answer.body, goesTo: location && String(location) };
  };
  const typed = (number: string) => ({ cardNumber: number, expiry: '12 / 40', cvc: '123' });
  return {
    look: () => ask(),
    act: (act: string) => ask({ act }),
    pay: (card: string) => ask({ ...typed(card), act: 'pay' }),
    useCard: (card: string) => ask({ ...typed(card), act: 'card' }),
  };
}

/** Returns the checkout's id from the redirect. */
export function checkoutIn(goesTo: string | undefined): string {
  return new URL(goesTo ?? '', 'http://nowhere').searchParams.get('checkout') ?? '';
}
