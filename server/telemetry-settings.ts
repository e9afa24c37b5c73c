import { z } from 'zod';
import { address } from './setting-kinds.ts';

export const telemetrySettings = {
  /** Who shows it as a bearer token reads the figures at /metrics; without it nobody does. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /**
   * A collector of OpenTelemetry (OTLP over HTTP) that is told where the time of requests and jobs goes. Its other
   * settings, `OTEL_SERVICE_NAME` and OTEL_EXPORTER_OTLP_HEADERS among them, are read by OpenTelemetry's own library.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: address(['http:', 'https:'], 'http://127.0.0.1:4318').optional(),
  OTEL_SERVICE_NAME: z.string().default('countersign'),
};

export type TelemetrySettings = {
  metricsToken: string | undefined;
  /** The collector that is told where time goes. */
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
