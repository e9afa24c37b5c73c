import { multipartForm } from './multipart.ts';
import type { DocumentDetail, FieldInput, RecipientInput } from '#contract/documents/documents.ts';
import type { CeremonyAnswer, SignBody } from '#contract/signing/ceremony.ts';
import type { App } from '#server/foundation/http/fastify-app.ts';
import type { PostRoom } from './fakes/post-room.ts';

export type Answer<Body = Record<string, unknown>> = {
  status: number;
  body: Body;
  headers: Record<string, unknown>;
  bytes: Buffer;
};

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Send = {
  method?: 'GET' | Method;
  body?: unknown;
  headers?: Record<string, string>;
};

/**
 * Functions that send requests, named after their HTTP method. `Key` lists the parts of the response that
 * they return.
 */
export type Verbs<Key extends keyof Answer = keyof Answer> = Record<Lowercase<Method>, Verb<Key>>;
type Verb<Key extends keyof Answer> = <Body = Record<string, unknown>>(
  path: string,
  body?: unknown,
) => Promise<Pick<Answer<Body>, Key>>;

export function verbsOf<Key extends keyof Answer>(
  ask: <Body>(path: string, send: { method: Method; body?: unknown }) => Promise<Pick<Answer<Body>, Key>>,
): Verbs<Key> {
  const by =
    (method: Method): Verb<Key> =>
    (path, body) =>
      ask(path, { method, body });
  return { post: by('POST'), put: by('PUT'), patch: by('PATCH'), delete: by('DELETE') };
}

/** Everything that an account holder does, only through the API. */
export type Desk = Verbs & {
  accountId: string;
  userId: string;
  /** The Cookie header of their session; empty for a program. */
  cookie: string;
  /** Returns the same functions for their program, which uses an API key and no cookies. */
  program(key: string): Desk;
  ask<Body = Record<string, unknown>>(path: string, send?: Send): Promise<Answer<Body>>;
  upload(file: Uint8Array, name?: string, title?: string): Promise<Answer<DocumentDetail>>;
  /** Uploads a file, adds recipients, and places one signature field per signer on the first page. */
  prepare(
    file: Uint8Array,
    recipients: RecipientInput[],
    fields?: (recipientIds: string[]) => FieldInput[],
  ): Promise<DocumentDetail>;
  send(id: string, body?: Record<string, unknown>): Promise<Answer<DocumentDetail>>;
  /** Prepares and sends a document, and waits for the emails. Returns the document as it was prepared. */
  sent: Desk['prepare'];
  /** Like `sent`, but also has all recipients sign in order, and waits until the file is sealed. */
  signed: Desk['prepare'];
  read(id: string): Promise<DocumentDetail>;
  /** Returns a recipient who uses the newest link emailed to this address for this document. */
  signer(email: string): Signer;
};

/** Everything that a recipient does with a signing link. */
export type Signer = Verbs & {
  token: string;
  view(language?: string | null): Promise<Answer<CeremonyAnswer>>;
  /** Downloads the file and reports that a person sees it. */
  opened(): Promise<Answer>;
  /** Downloads the file, as the page does. */
  file(): Promise<Answer>;
  /**
   * Opens the document as the page does. Then signs with a typed signature, consent, and a value in every
   * field. `change` overrides parts of the request.
   */
  sign(change?: Partial<SignBody>, headers?: Record<string, string>): Promise<Answer>;
  decline(reason?: string): Promise<Answer>;
  download(): Promise<Answer>;
  delegate(to: { name: string; email: string; reason: string }): Promise<Answer>;
  paper(body?: { withdraw?: boolean; note?: string }): Promise<Answer>;
  resume(): Promise<Answer>;
  /** Sends any other request through the link. */
  ask<Body = Record<string, unknown>>(path: string, send?: Send): Promise<Answer<Body>>;
};

export function openDesk(
  office: { product: { app: App }; post: PostRoom; settled(): Promise<void> },
  who: { accountId: string; userId: string; cookie: string },
  proof: Record<string, string> = { cookie: who.cookie },
): Desk {
  const { post, settled } = office;
  const { app } = office.product;
  const ask = <Body>(path: string, send: Send = {}): Promise<Answer<Body>> =>
    requestFrom(app, path, { ...send, headers: { ...proof, ...send.headers } });
  const desk: Desk = {
    ...who,
    ask,
    ...verbsOf(ask),
    program: (key) => openDesk(office, { ...who, cookie: '' }, { authorization: `Bearer ${key}` }),
    upload: (file, name = 'lease.pdf', title) =>
      ask('/api/documents/upload', {
        method: 'POST',
        ...multipartForm([{ name, bytes: file }], title === undefined ? {} : { title }),
      }),
    async prepare(file, recipients, fields = signatureEach) {
      const { body: document } = await desk.upload(file);
      const saved = await ask<{ recipients: { id: string }[] }>(`/api/documents/${document.id}/recipients`, {
        method: 'PUT',
        body: recipients,
      });
      const ids = saved.body.recipients.map(({ id }) => id);
      await ask(`/api/documents/${document.id}/fields`, { method: 'PUT', body: fields(ids) });
      return desk.read(document.id);
    },
    send: (id, body = {}) => ask(`/api/documents/${id}/send`, { method: 'POST', body }),
    async sent(...prepared) {
      const document = await desk.prepare(...prepared);
      succeeded(await desk.send(document.id));
      await settled();
      return document;
    },
    async signed(file, recipients, fields) {
      const document = await desk.sent(file, recipients, fields);
      for (const { email = '' } of recipients) {
        succeeded(await desk.signer(email).sign());
        await settled();
      }
      return document;
    },
    read: async (id) => (await ask<DocumentDetail>(`/api/documents/${id}`)).body,
    signer: (email) => signerOf(app, newestToken(post, email)),
  };
  return desk;
}

function succeeded({ status, body }: Answer<unknown>): void {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

function signatureEach(ids: string[]): FieldInput[] {
  return ids.map((recipientId, index) => ({
    type: 'signature',
    page: 1,
    x: 20,
    y: 20 + index * 60,
    width: 150,
    height: 40,
    recipientId,
  }));
}

/** `cookie` is that of the browser in which the link is opened. */
export function signerOf(app: App, token: string, cookie = ''): Signer {
  const path = `/api/sign/${token}`;
  const request = <Body>(to: App, at: string, { headers = {}, ...send }: Send = {}): Promise<Answer<Body>> =>
    requestFrom(to, at, { ...send, headers: { ...(cookie !== '' && { cookie }), ...headers } });
  const ask = <Body>(rest: string, send?: Send): Promise<Answer<Body>> =>
    request(app, `${path}${rest}`, send);
  const signer: Signer = {
    token,
    ask,
    ...verbsOf(ask),
    view: (language) => request(app, language ? `${path}?language=${language}` : path),
    file: () => request(app, `${path}/file`),
    async opened() {
      await signer.file();
      return request(app, `${path}/opened`, { method: 'POST' });
    },
    async sign(change = {}, headers = {}) {
      // Each request contains the proof that the code was entered.
      const { cookie } = headers;
      const own = cookie === undefined ? {} : { headers: { cookie } };
      const query = change.locale ? `?language=${change.locale}` : '';
      const { body } = await request<CeremonyAnswer>(app, `${path}${query}`, own);
      await request(app, `${path}/file`, own);
      await request(app, `${path}/opened`, { method: 'POST', ...own });
      const fields = (body.fields ?? [])
        .filter(({ type }) => type === 'text' || type === 'checkbox')
        .map(({ id, type }) => ({ id, value: type === 'text' ? 'As agreed' : true }));
      const signature = {
        signatureText: body.recipient?.name || 'A signature',
        initialsText: 'AB',
        consent: true,
        disclosureVersion: body.disclosure?.version,
        locale: body.disclosure?.language,
      };
      return request(app, path, { method: 'POST', body: { ...signature, fields, ...change }, headers });
    },
    decline: (reason) =>
      request(app, `${path}/decline`, { method: 'POST', body: reason === undefined ? {} : { reason } }),
    download: () => request(app, `${path}/download`),
    delegate: (to) => request(app, `${path}/delegate`, { method: 'POST', body: to }),
    paper: (body = {}) => request(app, `${path}/paper`, { method: 'POST', body }),
    resume: () => request(app, `${path}/resume`, { method: 'POST' }),
  };
  return signer;
}

function newestToken(post: PostRoom, email: string): string {
  for (const mail of post.to(email).reverse()) {
    const token = /\/sign\/([A-Za-z0-9_-]+)/.exec(mail.text)?.[1];
    if (token) return token;
  }
  throw new Error(`No mail with a signing link has reached ${email}.`);
}

async function requestFrom<Body>(
  app: App,
  path: string,
  { method = 'GET', body, headers = {} }: Send = {},
): Promise<Answer<Body>> {
  const raw = Buffer.isBuffer(body);
  const answer = await app.inject({
    method,
    url: path,
    headers: { ...(body !== undefined && !raw && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: raw ? body : JSON.stringify(body) }),
  });
  const type = String(answer.headers['content-type'] ?? '');
  return {
    status: answer.statusCode,
    headers: answer.headers,
    bytes: answer.rawPayload,
    body: (type.includes('json') ? answer.json() : {}) as Body,
  };
}
