import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice } from '#testing/open-office.ts';
import { openTelemetry } from '../../adapters/tracing/open-telemetry.ts';

type Told = {
  name: string;
  spanId: string;
  parentSpanId?: string;
  traceId: string;
  attributes: Attribute[];
  status: { code?: number };
};
type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };

const valueOf = ({ attributes }: Told, key: string) => {
  const { value } = attributes.find((one) => one.key === key) ?? {};
  return value?.stringValue ?? value?.intValue;
};

describeOnOneDatabase('traces sent to an OpenTelemetry collector', (open) => {
  let asked: string[] = [];
  const collector = createServer((request, reply) => {
    void buffer(request).then((body) => {
      asked.push(`${request.url}\n${body.toString()}`);
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  let endpoint = '';
  beforeAll(async () => {
    await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
    endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  });
  afterAll(() => void collector.close());

  test('an operator can follow a document through requests, jobs and calls, and no span contains user text', async () => {
    asked = [];
    const tracing = openTelemetry({ endpoint, serviceName: 'harbour-signing', version: '1' });
    const office = await openOffice(await open(), { ports: { tracing } });
    const desk = await office.desk();
    const { id } = await desk.sent(sampleLease(1), [grace]);
    const [link] = /\/sign\/[\w-]+/.exec(office.post.to(grace.email).at(-1)!.text)!;
    await desk.signer(grace.email).sign();
    await office.settled();
    expect((await desk.read(id)).status).toBe('completed');
    await office.close();
    await tracing.close();

    const said = asked.join('\n');
    expect(said).toMatch(/^\/v1\/traces/);
    const allSpans = asked.flatMap((one) => {
      const { resourceSpans } = JSON.parse(one.slice(one.indexOf('\n'))) as {
        resourceSpans: { scopeSpans: { spans: Told[] }[] }[];
      };
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
    });
    expect(said).toContain('harbour-signing');
    const seal = allSpans.find(({ name }) => name === 'job seal-document')!;
    expect(valueOf(seal, 'countersign.document')).toBe(id);
    expect(valueOf(seal, 'countersign.account')).toBe(desk.accountId);
    for (const name of ['pdf.add', 'key.sign', 'files.put'])
      expect(
        allSpans.some((span) => span.name === name && span.parentSpanId === seal.spanId),
        name,
      ).toBe(true);
    const signed = allSpans.find(({ name }) => name === 'POST /api/sign/:token')!;
    expect(valueOf(signed, 'http.response.status_code')).toBe(200);
    const sent = allSpans.find(({ name }) => name === 'POST /api/documents/:id/send')!;
    expect([valueOf(sent, 'countersign.document'), valueOf(sent, 'countersign.account')]).toEqual([
      id,
      desk.accountId,
    ]);

    const secret = link.slice('/sign/'.length);
    for (const word of [secret, grace.email, grace.name, 'ada@harbour.example', desk.cookie])
      expect(said.includes(word), word).toBe(false);
  });

  longTest('an unavailable collector does not delay requests', async () => {
    const tracing = openTelemetry({
      endpoint: 'http://127.0.0.1:1',
      serviceName: 'countersign',
      version: '1',
    });
    onTestFinished(() => tracing.close());
    const office = await openOffice(await open(), { ports: { tracing } });
    const desk = await office.desk();
    const { id } = await desk.prepare(sampleLease(1), [grace]);
    expect((await desk.send(id)).status).toBe(200);
    expect((await desk.ask('/api/documents/nothing')).status).toBe(404);
  });
});
