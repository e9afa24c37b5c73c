import { context, SpanKind as OtelKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Span, SpanDetails, SpanKind, Tracing } from '../../foundation/tracing/tracing.ts';

const kinds: Record<SpanKind, OtelKind> = {
  request: OtelKind.SERVER,
  job: OtelKind.CONSUMER,
  call: OtelKind.CLIENT,
};

/**
 * Sends spans to a collector over OTLP (HTTP). Headers, timeouts and sampling are OpenTelemetry's own
 * settings (`OTEL_EXPORTER_OTLP_HEADERS` and others), which its library reads from the environment. If the
 * collector is unavailable, spans beyond the buffer are dropped.
 */
export function openTelemetry(given: { endpoint: string; serviceName: string; version: string }): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${given.endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': given.serviceName, 'service.version': given.version }),
    ),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('countersign', given.version);
  return {
    begin(name, kind, details = {}): Span {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: attributesOf(details) });
      const own = trace.setSpan(context.active(), span);
      return {
        within: (act) => context.with(own, act),
        tell: (more) => void span.setAttributes(attributesOf(more)),
        end(failure) {
          if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
          span.end();
        },
      };
    },
    async close() {
      await provider.shutdown().catch(() => undefined);
      context.disable();
    },
  };
}

function attributesOf(details: SpanDetails): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(details).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  );
}
