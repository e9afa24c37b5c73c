import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLive } from '#core/plan/subscription.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { sendPage, type PlainPage } from '../../foundation/http/pages/plain-page.ts';
import { sendsPlainPage } from '../../foundation/http/security-headers.ts';
import { saveCard, payCheckout, setCancelled } from './acts.ts';
import { monthAfter, nextDue } from './advance.ts';
import { checkoutPage, confirmPage, noticePage, type TypedCard } from './checkout-page.ts';
import { isDenied, type Book, type CheckoutSession, type PortalSession } from './customer.ts';
import type { Problem } from './page-parts.ts';
import { invoicePage, portalPage } from './portal-page.ts';
import type { SandboxStore } from './sandbox-store.ts';
import { sandboxPath } from './stripe-objects.ts';
import { readCard } from './test-cards.ts';

const day = 86_400_000;
/** Milliseconds for which a portal URL is valid. */
const portalLasts = 60 * 60_000;

/** The response for the browser: a page or a redirect. */
type Shown = { page: PlainPage; status?: number } | { goTo: string };

/** The sandbox's pages. Anyone with the unguessable session URL can open them, as at the real provider. */
export function pageRoutes(app: App, store: SandboxStore): void {
  const looks = readFileSync(new URL('sandbox.css', import.meta.url));
  app.get(`${sandboxPath}/looks.css`, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(looks),
  );
  const both = (path: string, show: (book: Book, id: string, form: URLSearchParams) => Shown | undefined) => {
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const { id } = request.params as { id: string };
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      return send(reply, await store.act(id, (book) => show(book, id, form)));
    };
    app.get(sandboxPath + path, answer);
    app.post(sandboxPath + path, answer);
  };
  both('/checkout/:id', (book, id, form) => {
    const one = book.customer.checkouts.find((known) => known.id === id);
    return one && showCheckout(book, one, form);
  });
  both('/portal/:id', (book, id, form) => {
    const one = book.customer.portals.find((known) => known.id === id);
    const fresh = one && book.now - book.customer.shift - one.openedAt < portalLasts;
    return fresh ? showPortal(book, one, form) : undefined;
  });
  app.get(`${sandboxPath}/invoices/:id`, async (request, reply) => {
    const { id } = request.params as { id: string };
    const show = ({ customer }: Book): Shown | undefined => {
      const one = customer.invoices.find((known) => known.id === id);
      return one && { page: invoicePage(customer, one) };
    };
    return send(reply, await store.act(id, show));
  });
  app.get(`${sandboxPath}/*`, (_request, reply) => send(reply, undefined));
}

function showCheckout(book: Book, checkout: CheckoutSession, form: URLSearchParams): Shown {
  const { customer, now } = book;
  const again = (problem?: Problem): Shown => ({
    page: checkoutPage(customer, checkout, now, typedIn(form), problem),
    ...(problem && { status: 402 }),
  });
  if (checkout.state === 'complete') return { goTo: checkout.successUrl };
  if (checkout.state === 'expired') {
    const text = 'It was open for too long, or another checkout was started. Nothing was paid.';
    return { page: noticePage('This checkout is closed', text, back(checkout.cancelUrl)), status: 410 };
  }
  const act = form.get('act');
  const asked = checkout.asked;
  if (asked && act === 'refuse') {
    checkout.asked = null;
    return again({ text: 'Your bank did not confirm the payment. Try again, or use another card.' });
  }
  if (act !== 'pay' && !(asked && act === 'confirm')) {
    return asked ? { page: confirmPage('the payment') } : again();
  }
  const card = asked && act === 'confirm' ? asked : readCard(numbersOf(form), now);
  if ('problem' in card) return again({ field: card.field, text: card.problem });
  const outcome = payCheckout(book, checkout, card, act === 'confirm');
  if (isDenied(outcome)) return again({ field: 'cardNumber', text: `${outcome.denied} Use another card.` });
  return outcome === 'ask' ? { page: confirmPage('the payment') } : { goTo: checkout.successUrl };
}

function showPortal(book: Book, portal: PortalSession, form: URLSearchParams): Shown {
  const { customer } = book;
  const here = `${sandboxPath}/portal/${portal.id}`;
  const wrong = (problem: Problem): Shown => ({
    page: portalPage(customer, portal, book.now, typedIn(form), problem),
    status: 402,
  });
  const subscription = customer.subscriptions.find(isLive);
  const act = form.get('act');
  if (act === 'cancel' || act === 'resume') {
    if (subscription) setCancelled(book, subscription, act === 'cancel');
  } else if (isStep(act)) {
    customer.shift += stepOf[act](book);
  } else if (act === 'refuse') {
    portal.asked = null;
    return wrong({ text: 'Your bank did not confirm the card. Try again, or use another one.' });
  } else if (act === 'card' || act === 'confirm') {
    const card = act === 'confirm' && portal.asked ? portal.asked : readCard(numbersOf(form), book.now);
    if ('problem' in card) return wrong({ field: card.field, text: card.problem });
    const outcome = saveCard(book, card, act === 'confirm');
    if (isDenied(outcome)) return wrong({ field: 'cardNumber', text: `${outcome.denied} Use another card.` });
    portal.asked = outcome === 'ask' ? card : null;
  } else {
    return portal.asked
      ? { page: confirmPage('the card') }
      : { page: portalPage(customer, portal, book.now) };
  }
  // Redirects, so that reloading the page does not repeat the action.
  return { goTo: here };
}

/** Milliseconds by which each button advances the customer's clock. */
const stepOf = {
  day: () => day,
  month: ({ now }: Book) => monthAfter(now, now) - now,
  next: ({ customer, now }: Book) => Math.max(0, (nextDue(customer) ?? now) - now),
};

function isStep(act: string | null): act is keyof typeof stepOf {
  return act !== null && Object.hasOwn(stepOf, act);
}

async function send(reply: FastifyReply, shown: Shown | undefined): Promise<FastifyReply> {
  if (shown && 'goTo' in shown) return reply.redirect(shown.goTo, 303);
  sendsPlainPage(reply);
  if (shown) return sendPage(reply.code(shown.status ?? 200), shown.page);
  const text = 'This address is wrong or has expired. Open it again from Billing & Usage.';
  return sendPage(reply.code(404), noticePage('There is nothing here', text, back('/billing')));
}

function typedIn(form: URLSearchParams): TypedCard {
  return {
    cardNumber: form.get('cardNumber') ?? '',
    expiry: form.get('expiry') ?? '',
    cvc: form.get('cvc') ?? '',
  };
}

function numbersOf(form: URLSearchParams): { number: string; expiry: string; cvc: string } {
  const { cardNumber: number, ...rest } = typedIn(form);
  return { number, ...rest };
}

const back = (href: string) => ({ href, text: 'Back to the product' });
