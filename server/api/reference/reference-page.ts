import { keyRuleOf } from '#contract/access.ts';
import { exampleOf } from '#contract/examples.ts';
import {
  aboutPaths,
  appPaths,
  documentPaths,
  embeddingPaths,
  mcpPaths,
  methodOf,
  pathOf,
} from '#contract/paths.ts';
import type { Route } from '#contract/route.ts';
import { scopes } from '#core/permission/scope.ts';
import { callLimits } from '../../foundation/http/admission/admission.ts';
import { statusOf } from '../../foundation/http/problems.ts';
import { curlExample } from './curl-example.ts';
import { operationParts, type Api } from './operation-parts.ts';
import { quickStart } from './quick-start.ts';

/** Generates the API reference from the route table as plain HTML without scripts. */
export function referencePage(
  routes: Readonly<Record<string, Route>>,
  api: Api,
  meanings: ReadonlyMap<string, string>,
  service: string,
): string {
  const callable = Object.values(routes).filter(keyRuleOf);
  const groups = Map.groupBy(callable, nounOf);
  const nouns = [...groups.keys()].toSorted();
  const chapters = [
    ['quick-start', 'Quick start', `<pre><code>${escape(quickStart)}</code></pre>`],
    ['keys', 'Keys and scopes', keysText],
    ['test', 'Test keys', testText],
    ['repeat', 'Repeating a request', repeatText],
    ['embedding', 'Embedding', embeddingText],
    ['limits', 'Limits', limitsText],
    ['lists', 'Lists', listsText],
    ['apps', 'Apps by OAuth', appsText],
    ['assistants', 'Assistants', assistantsText],
    ['errors', 'Errors', errorsText(meanings)],
  ] as const;
  const menu = [
    ...chapters.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`),
    ...nouns.map((noun) => `<li><a href="#of-${noun}">${escape(titleOf(noun))}</a></li>`),
  ];
  return frame(
    service,
    `<nav aria-label="Contents"><ul>${menu.join('')}</ul></nav>
<main>
<h1>API reference</h1>
<p>Everything below is made of the table by which this server answers. As a file for tools:
<a href="${pathOf(aboutPaths.readOpenApi)}">OpenAPI 3.1</a>. As TypeScript: <a href="${pathOf(aboutPaths.readClient)}">a typed client in one file</a>, without dependencies.</p>
${chapters.map(([id, title, text]) => `<section id="${id}"><h2>${title}</h2>${text}</section>`).join('\n')}
${nouns.map((noun) => chapterOf(noun, groups.get(noun) ?? [], api)).join('\n')}
</main>`,
  );
}

const keysText = `<p>A key is made in the <a href="/settings#api">settings</a>, under API, and sent with each request as
<code>Authorization: Bearer csk_live_…</code>. It acts as the member who made it and is never more than they are; the trail
of a document names it. A request with a key and the cookie of a session is refused. Keep keys out of pages and of
repositories: they begin with <code>csk_</code> and end with a checksum, so that scanners find them.</p>
<ul>${scopes.map((scope) => `<li><code>${scope}</code></li>`).join('')}</ul>`;

const testText = `<p>A test key (<code>csk_test_…</code>) makes test documents: every page says so, and so do the title, the mails
and the certificate. They count for nothing, and go thirty days after their last change. A test key sees only them, and reads
templates. Mails do go out: name yourself.</p>`;

const repeatText = `<p>Every <code>POST</code>, <code>PUT</code>, <code>PATCH</code> and <code>DELETE</code> below takes an
<code>Idempotency-Key</code> of up to 255 characters. For seven days a request with the same key is answered as the first one
was, and does nothing; uploads are compared by their bytes. While the first one is still being done, the answer is 409 with
<code>idempotency-key-running</code>; for another request it is 422 with <code>idempotency-key-reused</code>. What was refused
keeps no key. Each API key has its own, also after it was given a new secret, and so has each connected app. Those whose answer is a secret take none, since the secret would be kept with it.</p>`;

const embeddingText = `<p>Your people sign in a frame of your page. Allow your website in the
<a href="/settings#embedding">settings</a>, give a key the scope <code>documents:embed</code>, and have your server ask with
<code>${methodOf(embeddingPaths.embedSigning)} ${pathOf(embeddingPaths.embedSigning)}</code> for an address when the page is
opened. It opens once, within five minutes, in a frame of that website alone:</p>
<pre><code>&lt;div id="sign" style="height: 80vh"&gt;&lt;/div&gt;
&lt;script src="…/embed.js"&gt;&lt;/script&gt;
&lt;script&gt;
  Countersign.open({
    url, // from your server
    container: document.querySelector('#sign'),
    onSigned: () =&gt; location.assign('/thanks'),
  });
&lt;/script&gt;</code></pre>
<p>Handlers: <code>onReady</code>, <code>onHeight</code> (<code>height</code> in pixels), <code>onSigned</code>,
<code>onDeclined</code>, <code>onClosed</code>. What happened is true when a webhook says so, or when you ask. The certificate
says that an application of the member who made the key knew who signed, and not that a mailbox did; codes that the sender
wants are asked for in the frame too.</p>
<p><code>${methodOf(embeddingPaths.embedEditor)} ${pathOf(embeddingPaths.embedEditor)}</code> answers an address of the editor
of one draft, which the same script opens; with <code>"send": true</code> it can be sent from there. Handlers:
<code>onReady</code>, <code>onSaved</code>, <code>onSent</code>, <code>onClosed</code>. Whoever sits there acts as the member
who made the key, on that draft and nothing else, for two hours at the most.</p>`;

const limitsText = `<p>A key has ${callLimits.key.most} calls in ${callLimits.key.withinSeconds} seconds. Each answer says in
<code>RateLimit</code> how many are left (<code>r</code>) and for how many seconds (<code>t</code>); one too many is answered
429 with <code>Retry-After</code>.</p>`;

const listsText = `<p>A list has the newest first and up to <code>limit</code> rows. Where there are more, the header
<code>Link</code> leads to the next page by a cursor: <code>&lt;${pathOf(documentPaths.listDocuments)}?cursor=…&gt;; rel="next"</code>. Follow it as it
is; rows that come or go meanwhile are neither skipped nor repeated.</p>`;

const appsText = `<p>An app that other people use asks each of them, and never sees a key. Register it in the
<a href="/settings#api">settings</a>, under API; people of your account can connect it. It uses OAuth 2.1: the authorisation
code with PKCE (<code>S256</code>), and refresh tokens that are used once. Where to go stands at
<code>${pathOf(appPaths.readAuthorizationServer)}</code>. Ask for the scopes above and, as <code>resource</code>, for this
server's address with <code>/api</code> behind it, or with <code>/mcp</code> for the tools below.</p>`;

const assistantsText = `<p>At <code>${pathOf(mcpPaths.speakMcp)}</code> assistants find tools by the Model Context Protocol
(Streamable HTTP), with a key or the token of an app: to look up documents, templates and contacts, and to prepare drafts.
No tool sends, reminds or voids. It proposes that, and answers an address where a signed-in person of the account sees all
of it and confirms. A key for an assistant needs no more than <code>documents:read</code>, <code>documents:write</code>,
<code>templates:read</code> and <code>contacts:read</code>.</p>`;

function errorsText(meanings: ReadonlyMap<string, string>): string {
  const rows = [...meanings].map(
    ([code, meaning]) =>
      `<tr id="error-${code}"><td><code>${code}</code></td><td>${statusOf[code as keyof typeof statusOf] ?? 500}</td><td>${escape(meaning)}</td></tr>`,
  );
  return `<p>Every ‘no’ is <code>application/problem+json</code> (RFC 9457). <code>code</code> is stable, <code>detail</code> is a
sentence for a person. Nothing was changed by a request that was answered so.</p>
<div class="wide"><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** The first path segment after /api, which names the resource of a route. */
function nounOf({ at }: Route): string {
  return pathOf(at).split('/')[2] ?? '';
}

const titles: Readonly<Record<string, string>> = {
  auth: 'Who I am',
  user: 'Use',
  plan: 'Plans',
  bulk: 'Bulk sends',
};

function titleOf(noun: string): string {
  return titles[noun] ?? noun.charAt(0).toUpperCase() + noun.slice(1);
}

function chapterOf(noun: string, routes: readonly Route[], api: Api): string {
  return `<section id="of-${noun}"><h2>${escape(titleOf(noun))}</h2>${routes.map((route) => operation(route, api)).join('')}</section>`;
}

function operation(route: Route, api: Api): string {
  const rule = keyRuleOf(route)!;
  const { parameters, body, answers, refusals } = operationParts(route, api);
  const rows = [...parameters, ...body].map(
    ({ name, place, type, about }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${place}</td><td><code>${escape(type)}</code>${about ? ` ${escape(about)}` : ''}</td></tr>`,
  );
  const scope = rule.scope === 'any' ? 'any key' : `<code>${rule.scope}</code>`;
  const example = exampleOf(route.name);
  return `<article id="${route.name}">
<h3><a href="#${route.name}">${escape(route.summary)}</a></h3>
<p class="at"><b>${methodOf(route.at)}</b> <code>${escape(pathOf(route.at))}</code></p>
<p>Scope: ${scope}${rule.test ? ', test keys too' : ', live keys only'}.</p>
${rows.length > 0 ? `<div class="wide"><table><thead><tr><th>Name</th><th>In</th><th>Type</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>` : ''}
<p>Answers: ${answers.map(escape).join(', ')}.</p>
<p>Refusals: ${refusals.map((code) => `<a href="#error-${code}"><code>${code}</code></a>`).join(' ')}</p>
<pre${example === undefined ? '' : ' data-example="true"'}><code>${escape(curlExample(route))}</code></pre>
</article>`;
}

function frame(service: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference – ${escape(service)}</title>
<link rel="stylesheet" href="/developers.css">
</head>
<body>
<header><a href="/">${escape(service)}</a></header>
<div class="page">
${content}
</div>
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
