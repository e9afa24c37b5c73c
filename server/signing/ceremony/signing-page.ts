import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FastifyRequest } from 'fastify';
import type { CeremonyAnswer, FirstView } from '#contract/signing/ceremony.ts';
import { isRefusal } from '#core/refusal.ts';
import { addressOf } from '#contract/address.ts';
import { ceremonyPaths } from '#contract/paths.ts';
import { ceremonyRows } from '#contract/signing/ceremony-routes.ts';
import { requestLanguage } from '../../foundation/http/input/request-language.ts';
import { asListed } from '../../foundation/http/serve.ts';
import type { SigningPage } from '../../foundation/http/pages/web-app.ts';
import type { CeremonyDeps } from './deps.ts';
import { resolveLink, viewCeremony } from './open-link.ts';
import { escapeMarkup } from '#core/language/escape-markup.ts';
import { sessionOf } from './signer-guard.ts';

/**
 * Fills sign.html, so that the title and the first page are visible before any script runs. Reads the same
 * data as GET /api/sign/{token}, and changes nothing (S-13). If there is nothing to read, or codes are
 * required, returns the plain page, which says why. `folder` contains the client build for the server.
 */
export function fillSigningPage(
  services: CeremonyDeps,
  folder = fileURLToPath(new URL('../../../dist/first-view', import.meta.url)),
): SigningPage {
  let view: Promise<FirstView | undefined> | undefined;
  return async (signHtml, request) => {
    const token = tokenOf(request);
    const firstView = token && (await (view ??= loadFirstView(folder)));
    if (!firstView) return undefined;
    const visit = await resolveLink(services, token, { session: () => sessionOf(request) });
    const answer = await viewCeremony(services, token, visit, {
      asked: undefined,
      browser: requestLanguage(request.headers),
    });
    if (isRefusal(visit) || isRefusal(answer) || !isRead(answer)) return undefined;
    // Started without waiting for the result, so that the picture is rendered while the page is being sent.
    void services.firstPages.of(answer.document.baseSha256, visit.accountId).catch(() => undefined);
    const { readCeremony } = ceremonyRows;
    const listed = asListed(readCeremony, readCeremony.answers[200], answer);
    return fill(signHtml, token, listed, await firstView(token, listed, request.server.serviceName));
  };
}

/** Returns undefined if there is no client build, which the page then reports. */
async function loadFirstView(folder: string): Promise<FirstView | undefined> {
  const file = join(folder, 'first-view.js');
  if (!existsSync(file)) return undefined;
  const built = (await import(pathToFileURL(file).href)) as { firstView: FirstView };
  return built.firstView;
}

function tokenOf({ url }: FastifyRequest): string | undefined {
  return /^\/sign\/([A-Za-z0-9_-]+)\/?(?:\?|$)/.exec(url)?.[1];
}

/** Returns true if the pages of the document are shown. */
function isRead({ recipient }: CeremonyAnswer): boolean {
  return recipient.state === 'ready' || recipient.state === 'viewing';
}

function fill(
  signHtml: string,
  token: string,
  answer: CeremonyAnswer,
  view: Awaited<ReturnType<FirstView>>,
): string {
  const firstPage = addressOf(ceremonyPaths.readFirstPage, { params: { token } });
  const picture = `<link rel="preload" as="image" href="${firstPage}" fetchpriority="high" />`;
  // The data block is not executed, but an unescaped '<' could end it or start a comment.
  const data = `<script type="application/json" id="answer">${JSON.stringify(answer).replaceAll('<', '\\u003c')}</script>`;
  const head = `<title>${escapeMarkup(view.title)}</title>\n    ${picture}`;
  // The replacements are functions, because a title may contain '$&', which a replacement string would
  // interpret.
  return signHtml
    .replace('<html lang="en">', () => `<html lang="${view.language}" dir="${view.direction}">`)
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace('<div id="root"></div>', () => `<div id="root">${view.html}</div>\n    ${data}`);
}
