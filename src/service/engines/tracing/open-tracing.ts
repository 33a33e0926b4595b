/**
 * Tracing with OpenTelemetry: sends spans to an OTLP/HTTP receiver. The module is loaded only if
 * tracing is enabled. The standard variables `OTEL_…` are read by the packages of OpenTelemetry.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import {
  type Span as ApiSpan,
  type Context,
  defaultTextMapGetter,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { ExportResultCode, W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace-base";
import type { Headers } from "../../../contract/wire.ts";
import { type SpanDescription, type TraceSpan, type Tracing, useSpanStorage } from "./spans.ts";
import type { TracingSetting } from "./tracing-setting.ts";

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

const propagator = new W3CTraceContextPropagator();
const active = new AsyncLocalStorage<TraceSpan>();
/** Process-wide: the number of platforms that use the storage. */
let tracedPlatforms = 0;
/** The maximum time for sending the remaining spans, in milliseconds. */
const closingPatience = 2000;
/** The interval of messages about a receiver that fails, in milliseconds. */
const reportEach = 60_000;

/** @param log receives failures of the receiver, at most once a minute */
export async function openTracing(
  setting: TracingSetting,
  version: string,
  log: (message: string, error: unknown) => void,
): Promise<Tracing> {
  const exporter = reportFailures(await openExporter(setting), log);
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        "service.name": "tome",
        "service.version": version,
        "service.instance.id": randomUUID(),
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));
  const { recordedPart = 1, callersDecide = false } = setting;
  const provider = new BasicTracerProvider({
    resource,
    sampler: new ParentBasedSampler({
      root: recordedPart === 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(recordedPart),
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer("tome", version);
  useSpanStorage(active);
  tracedPlatforms++;
  return {
    start({ name, kind, attributes }, { parent, caller, link }) {
      const headers = parent ?? caller;
      const received = headers === undefined ? ROOT_CONTEXT : readContext(headers);
      const isDecided = caller === undefined || callersDecide;
      const context = isDecided ? received : decide(received, Math.random() < recordedPart);
      const linked = link === undefined ? undefined : readContext({ traceparent: link });
      const linkedSpan = linked && trace.getSpanContext(linked);
      const options = {
        kind: kinds[kind],
        ...(attributes && { attributes }),
        ...(linkedSpan && { links: [{ context: linkedSpan }] }),
      };
      return wrapSpan(tracer, tracer.startSpan(name, options, context), context);
    },
    async close() {
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, closingPatience).unref();
      });
      // Failures were reported by the exporter.
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      tracedPlatforms--;
      // Before Node 24, all promises take longer while a storage is in use.
      if (tracedPlatforms === 0) active.disable();
    },
  };
}

async function openExporter({ url, format }: TracingSetting): Promise<SpanExporter> {
  if (format === "http/json") {
    const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
    return new OTLPTraceExporter({ url });
  }
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter({ url });
}

function reportFailures(
  exporter: SpanExporter,
  log: (message: string, error: unknown) => void,
): SpanExporter {
  let lastReport = Number.NEGATIVE_INFINITY;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const now = performance.now();
        if (result.code !== ExportResultCode.SUCCESS && now - lastReport >= reportEach) {
          lastReport = now;
          log("Sending traces failed.", result.error);
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** Invalid headers are ignored. */
function readContext(headers: Headers): Context {
  return propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
}

/** The context with another decision about the recording of its trace. */
function decide(context: Context, isRecorded: boolean): Context {
  const spanContext = trace.getSpanContext(context);
  if (spanContext === undefined) return context;
  const traceFlags = isRecorded ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(context, { ...spanContext, traceFlags });
}

function wrapSpan(tracer: Tracer, apiSpan: ApiSpan, parent: Context): TraceSpan {
  const context = trace.setSpan(parent, apiSpan);
  const span: TraceSpan = {
    startChild({ name, kind, attributes }: SpanDescription) {
      const options = { kind: kinds[kind], ...(attributes && { attributes }) };
      return wrapSpan(tracer, tracer.startSpan(name, options, context), context);
    },
    setAttributes: (attributes) => void apiSpan.setAttributes(attributes),
    fail(type) {
      apiSpan.setAttribute("error.type", type);
      apiSpan.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => apiSpan.end(),
    run: (work) => active.run(span, work),
    get traceparent() {
      return formatTraceparent(apiSpan);
    },
  };
  return span;
}

function formatTraceparent(span: ApiSpan): string | undefined {
  const spanContext = span.spanContext();
  if (!isSpanContextValid(spanContext)) return undefined;
  const isSampled = (spanContext.traceFlags & TraceFlags.SAMPLED) !== 0;
  return `00-${spanContext.traceId}-${spanContext.spanId}-${isSampled ? "01" : "00"}`;
}
