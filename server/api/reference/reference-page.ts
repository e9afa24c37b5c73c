import { createElement as h } from 'react';
import { escapeMarkup } from '#core/language/escape-markup.ts';
import { keyRuleOf } from '#contract/access.ts';
import {
  aboutPaths,
  appPaths,
  documentPaths,
  embeddingPaths,
  logPaths,
  mcpPaths,
  methodOf,
  pathOf,
  sendingPaths,
  signInPaths,
  templatePaths,
} from '#contract/paths.ts';
import type { Route } from '#contract/route.ts';
import { scopes } from '#core/permission/scope.ts';
import { callLimits } from '../../foundation/http/admission/admission.ts';
import { plainPage, type PlainPage } from '../../foundation/http/pages/plain-page.ts';
import { statusOf } from '../../foundation/http/problems.ts';
import { pythonExample, typescriptExample } from './client-examples.ts';
import { phpExample, phpFunction } from './php-example.ts';
import { curlExample } from './curl-example.ts';
import { operationParts, type Api } from './operation-parts.ts';
import { quickStart } from './quick-start.ts';

/** Languages of the examples. The first one is shown by default. */
const languages = [
  { id: 'curl', name: 'curl', print: curlExample },
  { id: 'typescript', name: 'TypeScript', print: typescriptExample },
  { id: 'python', name: 'Python', print: pythonExample },
  { id: 'php', name: 'PHP', print: phpExample },
] as const;

/** Generates the API reference from the route table, as plain HTML without scripts. */
export function referencePage(
  routes: Readonly<Record<string, Route>>,
  api: Api,
  meanings: ReadonlyMap<string, string>,
): PlainPage {
  const callable = Object.values(routes).filter(keyRuleOf);
  const groups = Map.groupBy(callable, nounOf);
  const nouns = [...groups.keys()].toSorted();
  const chapters = [
    ['quick-start', 'Quick start', `<pre><code>${escapeMarkup(quickStart)}</code></pre>`],
    ['one-request', 'Sending in one request', oneRequestText],
    ['clients', 'Clients', clientsText],
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
    ...nouns.map((noun) => `<li><a href="#of-${noun}">${escapeMarkup(titleOf(noun))}</a></li>`),
  ];
  return frame(
    `<nav aria-label="Contents"><ul>${menu.join('')}</ul></nav>
<div>
<h1>API reference</h1>
<p>This reference is generated from the routes of this server. It is also available as
<a href="${pathOf(aboutPaths.readOpenApi)}">OpenAPI 3.1</a>, and as a typed client in one file without dependencies for
<a href="${pathOf(aboutPaths.readClient)}">TypeScript</a> or <a href="${pathOf(aboutPaths.readPythonClient)}">Python</a>.</p>
<fieldset class="languages"><legend>Examples in</legend>${languages
      .map(
        ({ id, name }, at) =>
          `<label><input type="radio" name="language" id="in-${id}"${at === 0 ? ' checked' : ''}> ${name}</label>`,
      )
      .join('')}</fieldset>
${chapters.map(([id, title, text]) => `<section id="${id}"><h2>${title}</h2>${text}</section>`).join('\n')}
${nouns.map((noun) => chapterOf(noun, groups.get(noun) ?? [], api)).join('\n')}
</div>`,
  );
}

const oneRequestText = `<p><code>${methodOf(templatePaths.sendTemplate)} ${pathOf(templatePaths.sendTemplate)}</code> creates a document from a
template and sends it; <code>${methodOf(sendingPaths.sendFile)} ${pathOf(sendingPaths.sendFile)}</code> uploads and sends a file.
A key needs the scopes <code>documents:write</code> and <code>documents:send</code>.</p>
<pre><code>curl -X POST "$COUNTERSIGN_URL/api/templates/$TEMPLATE/send" \\
  -H "Authorization: Bearer $COUNTERSIGN_KEY" -H "Content-Type: application/json" \\
  -H "Idempotency-Key: lease-17" -d '{
    "recipients": [
      {"role": "Tenant", "email": "grace@example.com", "name": "Grace Lindqvist"},
      {"role": "Landlord", "email": "linus@example.com", "name": "Linus Okafor"}
    ],
    "values": {"Rent": 1250.5, "Start": "2026-12-01", "Parking": true}
  }'</code></pre>
<p>People take a role by its name. Values name a field by its label or id, or a group of buttons by its name. If two fields have
the same label, use the id, or put the value into <code>values</code> of the recipient whose field it is. Numbers are best sent
as JSON numbers: a text that could be read in two ways is refused. Unknown labels, roles and keys are refused by name, with a list
of the known ones.</p>
<p>Texts in a file place fields, and stay on the page: <code>{{signature:1}}</code>,
<code>{{text:2 label="VAT number" required maxLength=9}}</code>,
<code>{{dropdown:1 label="Season" choices="Summer|Winter"}}</code>, <code>{{radio:1 group="Boat" choice="Sail"}}</code>. The number
counts the people who sign or approve. Attributes are <code>label</code>, <code>required</code>, <code>optional</code>,
<code>width</code>, <code>height</code> and the properties of a field.</p>
<p>The response contains the document and each recipient with their fields and initial values, as they are printed. With
<code>?check=true</code> everything is checked as for sending and the same is returned, but nothing is stored and no email is
sent. A refused request leaves nothing behind, not even a draft.</p>`;

const clientsText = `<p>The examples below use a client that was created like this. In TypeScript:</p>
<pre><code>import { readFile } from 'node:fs/promises';
import { countersign } from './countersign.ts';

const { call, rows } = countersign({ url: process.env.COUNTERSIGN_URL, key: process.env.COUNTERSIGN_KEY });
const file = new Blob([await readFile('lease.pdf')]);</code></pre>
<p>In Python:</p>
<pre><code>import os
from countersign import Countersign

client = Countersign(os.environ["COUNTERSIGN_URL"], os.environ["COUNTERSIGN_KEY"])
file = open("lease.pdf", "rb").read()</code></pre>
<p>In PHP the examples use this function instead of a client:</p>
<pre><code>${escapeMarkup(phpFunction)}</code></pre>
<p>Both clients wait and retry when the server asks them to, send an <code>Idempotency-Key</code> with each change, and raise an
<code>ApiRefusal</code> with the <code>code</code> of the refusal. <code>rows</code> in TypeScript and the
<code>list_all_…</code> methods in Python iterate over all pages of a list.</p>`;

const keysText = `<p>Create a key in the <a href="/settings/api">settings</a> under API, and send it with each request as
<code>Authorization: Bearer csk_live_…</code>. A key acts as the member who created it and never has more rights than they
do. The audit trail of a document names the key. A request with both a key and a session cookie is refused. Keep keys out of
web pages and repositories. They start with <code>csk_</code> and end with a checksum, so that scanners can detect them.</p>
<ul>${scopes.map((scope) => `<li><code>${scope}</code></li>`).join('')}</ul>`;

const testText = `<p>A test key (<code>csk_test_…</code>) creates test documents, which are marked as such on every page, in the title, in
emails and on the certificate. They have no legal effect and are deleted 30 days after their last change. A test key can
access only test documents and read templates. Emails are really sent, so use your own address as the recipient.</p>`;

const repeatText = `<p>Every <code>POST</code>, <code>PUT</code>, <code>PATCH</code> and <code>DELETE</code> below accepts an
<code>Idempotency-Key</code> of up to 255 characters. For seven days, a request with the same key has no further effect and
returns the first response. Uploads are compared byte by byte. While the first request is running, the response is 409 with
<code>idempotency-key-running</code>. For a different request with the same key it is 422 with
<code>idempotency-key-reused</code>. Refused requests do not use up their key. Idempotency keys are separate for each API key
(also after its secret was rotated) and each connected app. Operations that return a secret accept none, because the secret
would have to be stored.</p>`;

const embeddingText = `<p>Let people sign in a frame on your website. Allow your website in the
<a href="/settings/api#embedding">settings</a>, give a key the scope <code>documents:embed</code>, and have your server request an
address with <code>${methodOf(embeddingPaths.embedSigning)} ${pathOf(embeddingPaths.embedSigning)}</code> when the page is
opened. The address opens once, within five minutes, and only in a frame on that website:</p>
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
<code>onDeclined</code>, <code>onClosed</code>. Handlers are only hints: rely on a
webhook or on a request to the API. The certificate states that an application of the member who created the key identified
the signer, and not that control of a mailbox was checked. Codes that the sender requires are also required in the frame.</p>
<p><code>${methodOf(embeddingPaths.embedEditor)} ${pathOf(embeddingPaths.embedEditor)}</code> returns an address for editing one draft, which
the same script opens. With <code>"send": true</code> the draft can also be sent there. Handlers: <code>onReady</code>,
<code>onSaved</code>, <code>onSent</code>, <code>onClosed</code>. The person in the frame acts as the member who created the
key, on that draft only, for at most two hours.</p>`;

const limitsText = `<p>A key can make ${callLimits.key.most} requests in ${callLimits.key.withinSeconds} seconds. The response header
<code>RateLimit</code> contains how many are left (<code>r</code>) and for how many seconds (<code>t</code>). Further requests
return 429 with <code>Retry-After</code>.</p>`;

const listsText = `<p>Lists return the newest entries first, up to <code>limit</code> rows. If there are more, the header
<code>Link</code> contains the address of the next page: <code>&lt;${pathOf(documentPaths.listDocuments)}?cursor=…&gt;; rel="next"</code>. Use it
unchanged. Rows that are added or removed in the meantime do not cause gaps or duplicates.</p>`;

const appsText = `<p>An app for other people asks each of them for permission and never sees their keys. Register it in the
<a href="/settings/api">settings</a> under API. Members of your account can then connect it. Apps use OAuth 2.1: the
authorization code flow with PKCE (<code>S256</code>) and one-time refresh tokens. The endpoints are listed at
<code>${pathOf(appPaths.readAuthorizationServer)}</code>. Request the scopes above and, as <code>resource</code>, this
server's address followed by <code>/api</code>, or by <code>/mcp</code> for the tools below.</p>`;

const assistantsText = `<p><code>${pathOf(mcpPaths.callMcp)}</code> offers tools for assistants by the Model Context Protocol (Streamable
HTTP), with an API key or an app token. They look up documents, templates and contacts, and prepare drafts. No tool sends,
reminds or voids. Instead, a tool proposes the act and returns an address where a signed-in member of the account reviews and
confirms it. A key for an assistant only needs <code>documents:read</code>, <code>documents:write</code>,
<code>templates:read</code> and <code>contacts:read</code>.</p>`;

function errorsText(meanings: ReadonlyMap<string, string>): string {
  const rows = [...meanings].map(
    ([code, meaning]) =>
      `<tr id="error-${code}"><td><code>${code}</code></td><td>${statusOf[code as keyof typeof statusOf] ?? 500}</td><td>${escapeMarkup(meaning)}</td></tr>`,
  );
  return `<p>Every refusal is <code>application/problem+json</code> (RFC 9457). <code>code</code> is stable; <code>detail</code> is a
sentence for people. A refused request changes nothing.</p>
<div class="wide"><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Returns the first path segment after /api, which names the resource of a route. */
function nounOf({ at }: Route): string {
  return pathOf(at).split('/')[2] ?? '';
}

const titles: Readonly<Record<string, string>> = {
  auth: 'Current user',
  user: 'Usage',
  plan: 'Plans',
  bulk: 'Bulk sends',
};

function titleOf(noun: string): string {
  return titles[noun] ?? noun.charAt(0).toUpperCase() + noun.slice(1);
}

function chapterOf(noun: string, routes: readonly Route[], api: Api): string {
  return `<section id="of-${noun}"><h2>${escapeMarkup(titleOf(noun))}</h2>${routes.map((route) => operation(route, api)).join('')}</section>`;
}

function operation(route: Route, api: Api): string {
  const rule = keyRuleOf(route)!;
  const { parameters, body, answers, refusals } = operationParts(route, api);
  const rows = [...parameters, ...body].map(
    ({ name, place, type, about }) =>
      `<tr><td><code>${escapeMarkup(name)}</code></td><td>${place}</td><td><code>${escapeMarkup(type)}</code>${about ? ` ${escapeMarkup(about)}` : ''}</td></tr>`,
  );
  const scope = rule.scope === 'any' ? 'any key' : `<code>${rule.scope}</code>`;
  const examples = languages.map(
    ({ id, print }) => `<pre class="in-${id}"><code>${escapeMarkup(print(route))}</code></pre>`,
  );
  return `<article id="${route.name}">
<h3><a href="#${route.name}">${escapeMarkup(route.summary)}</a></h3>
<p class="at"><b>${methodOf(route.at)}</b> <code>${escapeMarkup(pathOf(route.at))}</code></p>
<p>Scope: ${scope}${rule.test ? ', test keys too' : ', live keys only'}.</p>
${rows.length > 0 ? `<div class="wide"><table><thead><tr><th>Name</th><th>In</th><th>Type</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>` : ''}
<p>Answers: ${answers.map(escape).join(', ')}.</p>
<p>Refusals: ${refusals.map((code) => `<a href="#error-${code}"><code>${code}</code></a>`).join(' ')}</p>
${examples.join('\n')}
</article>`;
}

function frame(content: string): PlainPage {
  const related = [
    { href: '/verify', text: 'Verify a file' },
    { href: pathOf(logPaths.showLog), text: 'Transparency log' },
    { href: '/support', text: 'Support' },
    { href: pathOf(signInPaths.signIn), text: 'Sign in' },
  ];
  const description =
    'Send documents for signature, follow them and get the sealed files, from your own programs: every route of the API with examples.';
  return plainPage(
    { language: 'en', title: 'API reference', looks: '/developers.css', description, related },
    // Every value in `content` was escaped when it was inserted.
    h('div', { className: 'page', dangerouslySetInnerHTML: { __html: content } }),
  );
}
