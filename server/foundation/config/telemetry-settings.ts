import { z } from 'zod';
import { address } from './setting-kinds.ts';

export const telemetrySettings = {
  /** Bearer token for reading the metrics at /metrics; without it no one can. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /**
   * An OpenTelemetry collector (OTLP over HTTP) for traces of requests and jobs. OpenTelemetry's own library
   * reads its other settings, including OTEL_SERVICE_NAME and OTEL_EXPORTER_OTLP_HEADERS.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: address(['http:', 'https:'], 'http://127.0.0.1:4318').optional(),
  OTEL_SERVICE_NAME: z.string().default('countersign'),
};

export type TelemetrySettings = {
  metricsToken: string | undefined;
  /** The trace collector. */
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
