import { z } from 'zod';
import { address } from './setting-kinds.ts';

export const telemetrySettings = {
  /** Bearer token for reading /metrics. Without it, no one can read the metrics. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /**
   * URL of an OpenTelemetry collector (OTLP over HTTP) for traces of requests and jobs. The OpenTelemetry
   * library reads its other settings itself, including OTEL_SERVICE_NAME and OTEL_EXPORTER_OTLP_HEADERS.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: address(['http:', 'https:'], 'http://127.0.0.1:4318').optional(),
  OTEL_SERVICE_NAME: z.string().default('countersign'),
};

export type TelemetrySettings = {
  metricsToken: string | undefined;
  collector: { endpoint: string; serviceName: string } | undefined;
};

export function readTelemetry(value: {
  METRICS_TOKEN?: string | undefined;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_SERVICE_NAME: string;
}): TelemetrySettings {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = value;
  return {
    metricsToken: value.METRICS_TOKEN,
    collector: endpoint === undefined ? undefined : { endpoint, serviceName },
  };
}
