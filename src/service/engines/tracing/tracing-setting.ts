/** Settings of tracing from a flag and the standard variables of OpenTelemetry. */
import { UsageError } from "../../../errors.ts";

export interface TracingSetting {
  /** The URL that receives spans. */
  readonly url: string;
  readonly format: "http/json" | "http/protobuf";
  /** The part of the requests and jobs to record, from 0 to 1; all if absent. */
  readonly recordedPart?: number | undefined;
  /** Whether the callers of requests decide, if they send `traceparent`. */
  readonly callersDecide?: boolean | undefined;
}

export interface TracingEnvironment {
  readonly OTEL_SDK_DISABLED?: string | undefined;
  readonly OTEL_TRACES_EXPORTER?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_PROTOCOL?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_TRACES_PROTOCOL?: string | undefined;
  readonly OTEL_TRACES_SAMPLER?: string | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG?: string | undefined;
}

/**
 * @param endpoint the flag, which takes precedence over the variables
 * @returns undefined if tracing is off
 * @throws UsageError for an invalid URL, an unsupported protocol or an unsupported sampler
 */
export function findTracingSetting(
  environment: TracingEnvironment,
  endpoint: string | undefined,
): TracingSetting | undefined {
  // As in all implementations, empty variables count as missing.
  const {
    OTEL_SDK_DISABLED: disabled,
    OTEL_TRACES_EXPORTER: exporter,
    OTEL_EXPORTER_OTLP_ENDPOINT: base,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole,
    OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: tracesProtocol,
  } = environment;
  if (disabled?.toLowerCase() === "true") return undefined;
  if (endpoint === undefined && exporter === "none") return undefined;
  const url =
    endpoint !== undefined
      ? appendPath("--otlp-endpoint", endpoint)
      : whole
        ? checkUrl("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", whole)
        : base
          ? appendPath("OTEL_EXPORTER_OTLP_ENDPOINT", base)
          : undefined;
  if (url === undefined) return undefined;
  const format = tracesProtocol || protocol || "http/protobuf";
  if (format !== "http/json" && format !== "http/protobuf") {
    throw new UsageError(
      `OTEL_EXPORTER_OTLP_PROTOCOL ${JSON.stringify(format)} is not supported. Use http/protobuf or http/json.`,
    );
  }
  return { url: url.href, format, ...findSampling(environment) };
}

/**
 * Unlike the packages of OpenTelemetry, callers decide only if the operator chose a sampler that follows
 * them: with the default of the packages, a client would hide its requests.
 */
function findSampling({
  OTEL_TRACES_SAMPLER: sampler,
  OTEL_TRACES_SAMPLER_ARG: part,
}: TracingEnvironment): Pick<TracingSetting, "recordedPart" | "callersDecide"> {
  if (!sampler) return {};
  const [, follows, name] =
    /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(sampler) ?? [];
  if (name === undefined) {
    throw new UsageError(
      `OTEL_TRACES_SAMPLER ${JSON.stringify(sampler)} is not supported. Use always_on, always_off or traceidratio, or one of them with the prefix parentbased_.`,
    );
  }
  const recordedPart = name === "always_off" ? 0 : name === "traceidratio" ? readPart(part) : 1;
  return { recordedPart, callersDecide: follows !== undefined };
}

function readPart(text: string | undefined): number {
  if (!text) return 1;
  const part = Number(text);
  if (part >= 0 && part <= 1) return part;
  throw new UsageError(
    `OTEL_TRACES_SAMPLER_ARG ${JSON.stringify(text)} is invalid. Use a number from 0 to 1.`,
  );
}

function appendPath(name: string, base: string): URL {
  const url = checkUrl(name, base);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/v1/traces`;
  return url;
}

/** The message omits the URL, which may contain a key. */
function checkUrl(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new UsageError(`${name} must be a URL with http or https.`);
}
