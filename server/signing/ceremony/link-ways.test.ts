import { beforeAll, describe, expect, test } from 'vitest';
import type { DocumentDetail, RecipientInput } from '#contract/documents/documents.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { signerOf, type Answer, type Desk, type Signer } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openEmbedding, signerInFrame } from '#testing/embed.ts';
import { longTest } from '#testing/long-test.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { longRun } from '#testing/long-run.ts';
import { linkToken } from '../../foundation/crypto/signing-link.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { issueLink, type LinkVia } from '../../records/link-store.ts';

const ways: LinkVia[] = [
  ...(['mail', 'in-person', 'own-account', 'embedded', 'sender', 'signed-in', 'form', 'counter'] as const),
];
/** Ada is a recipient of her own document twice, so that every way leads to the same part. */
const ada = { name: 'Ada Moreau', email: 'ada@harbour.example' };
const people: RecipientInput[] = [ada, { ...ada, role: 'approver' }];

type Part = { document: DocumentDetail; desk: Desk; signer: Signer; fieldId: string; fileField: string };
type Act = [route: string, act: (part: Part) => Promise<Answer>, status: Record<LinkVia, number>];

const same = (status: number): Act[2] => ({
  mail: status,
  embedded: status,
  'in-person': status,
  'own-account': status,
  sender: status,
  'signed-in': status,
  form: status,
  counter: status,
});
const post =
  (path: string, body: object = {}) =>
  (part: Part) =>
    part.signer.post(path, body);

/** The result of each action for each kind of link. */
const acts: Act[] = [
  ['GET /', ({ signer }) => signer.view(), same(200)],
  ['GET /file', ({ signer }) => signer.file(), same(200)],
  ['GET /first-page', ({ signer }) => signer.ask('/first-page'), same(200)],
  ['GET /marks/:fieldId', ({ signer, fieldId }) => signer.ask(`/marks/${fieldId}`), same(404)],
  ['GET /gate', ({ signer }) => signer.ask('/gate'), same(200)],
  ['GET /download', ({ signer }) => signer.download(), same(409)],
  ['GET /sealed-files', ({ signer }) => signer.ask('/sealed-files'), same(409)],
  ['GET /certificate', ({ signer }) => signer.ask('/certificate'), same(409)],
  [
    'POST /check',
    ({ signer, fieldId }) => signer.post('/check', { id: fieldId, value: 'As agreed' }),
    same(204),
  ],
  [
    'PUT /draft',
    ({ signer, fieldId }) => signer.put('/draft', { values: { [fieldId]: 'As agreed' } }),
    same(200),
  ],
  [
    'POST /attachments/:fieldId',
    ({ signer, fileField }) =>
      signer.ask(`/attachments/${fileField}`, {
        method: 'POST',
        ...multipartForm([{ name: 'passport.pdf', bytes: sampleLease(1) }]),
      }),
    same(201),
  ],
  ['POST /passkey', post('/passkey'), same(422)],
  ['POST /code', post('/code'), same(403)],
  // In a frame, the response contains a link that carries the pass instead of a cookie.
  ['POST /gate', post('/gate', { accessCode: 'Quay 14' }), { ...same(204), embedded: 200 }],
  ['POST /opened', ({ signer }) => signer.opened(), same(204)],
  ['POST /', ({ signer }) => signer.sign(), same(200)],
  ['POST /decline', ({ signer }) => signer.decline('The berth is let.'), same(204)],
  [
    'POST /delegate',
    ({ signer }) => signer.delegate({ ...grace, reason: 'On leave' }),
    {
      mail: 204,
      'in-person': 403,
      'own-account': 403,
      embedded: 403,
      sender: 403,
      'signed-in': 403,
      form: 204,
      // Another visitor may be at the device by then.
      counter: 403,
    },
  ],
  ['POST /paper', ({ signer }) => signer.paper(), same(204)],
  [
    'POST /resume',
    async ({ signer }) => {
      await signer.paper({ withdraw: true });
      return signer.resume();
    },
    same(204),
  ],
];

/**
 * Violations of S-10: one kind of link gives access to another, or an action is attributed to the wrong kind
 * of link.
 */
describeOnOneDatabase('links of different kinds', (open) => {
  let office: Office;
  let desk: Desk;
  let program: Desk | undefined;
  beforeAll(async () => {
    office = await openOffice(await open());
    desk = await office.desk();
  });

  async function out(recipients = people): Promise<DocumentDetail> {
    const draft = await desk.prepare(sampleLease(1), recipients, ([first]) => [
      { type: 'text', page: 1, x: 20, y: 20, width: 150, height: 30, recipientId: first! },
      {
        type: 'attachment',
        page: 1,
        x: 20,
        y: 80,
        width: 150,
        height: 30,
        required: false,
        recipientId: first!,
      },
    ]);
    const sent = await desk.send(draft.id, { allowDelegation: true });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    await office.settled();
    return sent.body;
  }

  async function linkBy(way: LinkVia, document: DocumentDetail, at = 0): Promise<Signer> {
    if (way === 'mail') return signerOf(office.product.app, await mailedToken(document, at));
    if (way === 'embedded') {
      const part = { id: document.id, recipientId: document.recipients[at]!.id };
      program ??= (await openEmbedding(desk)).program;
      return signerInFrame(office.product.app, program, part);
    }
    if (way === 'form' || way === 'counter') {
      const owner = {
        accountId: desk.accountId,
        documentId: document.id,
        recipientId: document.recipients[at]!.id,
      };
      const { linkKey, db } = office.product.services;
      const linkId = await inTransaction(db, (tx) =>
        issueLink(tx, owner, office.now(), { via: way, by: null }),
      );
      return signerOf(office.product.app, linkToken(linkKey, linkId));
    }
    const paths = { 'in-person': 'hand-over', 'own-account': 'sign-myself', sender: 'link', 'signed-in': '' };
    const path = paths[way];
    const recipient = document.recipients[at]!;
    const { body } = await desk.post(
      way === 'signed-in'
        ? `/api/for-you/${recipient.id}/open`
        : `/api/documents/${document.id}/recipients/${recipient.id}/${path}`,
    );
    return signerOf(
      office.product.app,
      String(body['url'] ?? body['link'])
        .split('/')
        .at(-1)!,
      way === 'signed-in' ? desk.cookie : '',
    );
  }

  /** Each mailbox gets one email, so the link of Ada's second part is only in the database. */
  async function mailedToken({ id }: DocumentDetail, at: number): Promise<string> {
    const signer = desk.signer((await desk.read(id)).recipients[at]!.email);
    expect((await signer.view()).body.document.id).toBe(id);
    return signer.token;
  }

  async function partBy(way: LinkVia): Promise<Part> {
    const document = await out();
    const signer = await linkBy(way, document);
    const { fields } = (await signer.view()).body;
    const idOf = (type: string) => fields.find((field) => field.type === type)!.id;
    return { document, desk, signer, fieldId: idOf('text'), fileField: idOf('attachment') };
  }

  type Told = { type: string; actor: { kind: string }; data: Record<string, unknown> };
  const eventsOf = async ({ id }: { id: string }): Promise<Told[]> => {
    const rows = await office.ports.database.db
      .selectFrom('events')
      .select('body')
      .where('document_id', '=', id)
      .orderBy('seq')
      .execute();
    return rows.map(({ body }) => JSON.parse(body) as Told);
  };

  /** Returns all signing links in the response except the one that was used. */
  const otherLinks = ({ body, headers }: Answer, token: string): string[] =>
    [...JSON.stringify([body, headers]).matchAll(/\/sign\/([\w-]{20,})/g)]
      .map(([, found]) => found!)
      .filter((found) => found !== token);

  describe.each(ways)('%s', (way) => {
    let read: Promise<Part> | undefined;
    // A normal run tests each action with one kind of link. The long run tests every combination.
    const ofWay = acts.filter((_, at) => longRun || at % ways.length === ways.indexOf(way));
    test.each(ofWay)(
      '%s reveals no other link, emails no other mailbox, and records the kind of link',
      async (route, act, status) => {
        const part = await (leavesNothing(route) ? (read ??= partBy(way)) : partBy(way));
        const before = (await eventsOf(part.document)).length;
        office.post.mails.length = 0;
        const answer = await act(part);
        expect({ status: answer.status, body: answer.status === status[way] || answer.body }).toEqual({
          status: status[way],
          body: true,
        });
        await office.settled();
        const also = way === 'mail' && route === 'GET /' ? 1 : 0;
        expect(otherLinks(answer, part.signer.token)).toHaveLength(also);
        const page = await part.desk.ask(`/sign/${part.signer.token}`);
        if (way !== 'mail') {
          expect(otherLinks(page, part.signer.token)).toEqual([]);
          const strangers = office.post.mails.filter(({ to }) => to.address !== ada.email);
          expect(strangers).toEqual([]);
        }
        const recorded = (await eventsOf(part.document))
          .slice(before)
          .filter(({ actor }) => actor.kind === 'recipient');
        for (const { type, data } of recorded)
          expect([type, data['via']]).toEqual([type, way === 'mail' ? undefined : way]);
      },
    );
  });

  test('the table covers every action that a link allows', () => {
    const listed = acts.map(([route]) => route).sort();
    expect(actsBehindALink(office.product.app.printRoutes({ commonPrefix: false })).sort()).toEqual(listed);
  });

  const written = 'My passport number';
  const keep = (signer: Signer, fieldId: string) => signer.put('/draft', { values: { [fieldId]: written } });

  test.each([
    ['mail', 'in-person'],
    ['mail', 'own-account'],
    ['in-person', 'mail'],
    ['own-account', 'mail'],
    ['embedded', 'mail'],
    ['mail', 'embedded'],
    ['mail', 'sender'],
  ] as const)(
    'entries saved through a link of kind %s are not shown through one of kind %s',
    async (one, other) => {
      const { document, signer, fieldId } = await partBy(one);
      expect((await keep(signer, fieldId)).status).toBe(200);
      const view = await (await linkBy(other, document)).view();
      expect(view.status).toBe(200);
      expect(JSON.stringify(view.body)).not.toContain(written);
      expect((await (await linkBy(one, document)).view()).body.draft?.values).toEqual({ [fieldId]: written });
    },
  );

  test('a document opened on the sender’s device cannot be signed through the emailed link before it is opened there too', async () => {
    const { document, signer: handed } = await partBy('in-person');
    const mailed = await linkBy('mail', document);
    expect((await handed.opened()).status).toBe(204);
    const { disclosure, document: shown } = (await mailed.view()).body;
    await mailed.file();
    const blind = await mailed.post('', {
      signatureText: 'Ada Moreau',
      consent: true,
      disclosureVersion: disclosure.version,
      locale: disclosure.language,
      shownSha256: shown.shownSha256,
    });
    expect(blind.body).toMatchObject({ code: 'document-not-opened' });
    expect((await mailed.sign()).status).toBe(200);
    const opened = (await eventsOf(document)).filter(({ type }) => type === 'document_opened');
    expect(opened.map(({ data }) => data['via'])).toEqual(['in-person', undefined]);
  });

  test('a pass obtained with the emailed link does not open an in-person link', async () => {
    const document = await out([{ ...ada, accessCode: 'Quay 14' }]);
    const mailed = desk.signer(ada.email);
    const entered = await mailed.post('/gate', { accessCode: 'Quay 14' });
    const pass = /pass=([^;]+)/.exec(String(entered.headers['set-cookie']))![1]!;
    const handed = await linkBy('in-person', document);
    const headers = { cookie: `pass=${pass}` };
    expect((await mailed.ask('', { headers })).status).toBe(200);
    expect(await handed.ask('', { headers })).toMatchObject({ status: 403, body: { code: 'code-required' } });
  });

  test('a file uploaded with the emailed link is not available on the sender’s device', async () => {
    const { document, signer: mailed, fileField } = await partBy('mail');
    await mailed.ask(`/attachments/${fileField}`, {
      method: 'POST',
      ...multipartForm([{ name: 'passport.pdf', bytes: sampleLease(1) }]),
    });
    const view = JSON.stringify((await (await linkBy('in-person', document)).view()).body);
    expect(view).not.toContain('passport');
  });

  longTest('an in-person link that is an hour old cannot download the sealed copy either', async () => {
    const document = await out([ada]);
    const handed = await linkBy('in-person', document);
    expect((await handed.sign()).status).toBe(200);
    await office.settled();
    expect((await handed.download()).status).toBe(200);
    office.wait(3_600_001);
    expect(await handed.download()).toMatchObject({ body: { code: 'link-replaced' } });
    expect((await desk.signer(ada.email).download()).status).toBe(200);
    office.wait(-3_600_001);
  });
});

/** Actions that change nothing can use the same document. */
const leavesNothing = (route: string): boolean => route.startsWith('GET ') || route === 'POST /check';

/** Returns routes such as 'POST /decline' from the tree that Fastify prints. */
function actsBehindALink(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', path = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)/.exec(line) ?? [];
    const depth = indent.length / 4;
    above.splice(depth, above.length, path);
    const behind = /^\/api\/sign\/:token(\/.*)?$/.exec(above.join(''));
    // The event stream only signals that something changed, and has no content.
    if (!behind || behind[1] === '/live') return [];
    return methods
      .split(', ')
      .flatMap((method) => (method === 'HEAD' ? [] : [`${method} ${behind[1] ?? '/'}`]));
  });
}
