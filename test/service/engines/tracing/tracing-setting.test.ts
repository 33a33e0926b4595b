import { expect, test } from "vitest";
import { UsageError } from "../../../../src/errors.ts";
import { findTracingSetting } from "../../../../src/service/engines/tracing/tracing-setting.ts";

const base = "http://collector:4318";
const format = "http/protobuf";

test("tracing is off without an endpoint, and if OpenTelemetry is disabled", () => {
  for (const environment of [
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: "" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_TRACES_EXPORTER: "none" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_SDK_DISABLED: "TRUE" },
  ]) {
    expect(findTracingSetting(environment, undefined)).toBeUndefined();
  }
});

test("the path of traces is added to a base URL, but not to the URL of traces", () => {
  const traces = `${base}/v1/traces`;
  expect(findTracingSetting({}, base)).toEqual({ url: traces, format });
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: `${base}/tenant/` };
  const tenant = { url: `${base}/tenant/v1/traces`, format };
  expect(findTracingSetting(environment, undefined)).toEqual(tenant);
  expect(findTracingSetting(environment, base)).toEqual({ url: traces, format });
  const whole = { ...environment, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${base}/spans` };
  expect(findTracingSetting(whole, undefined)).toEqual({ url: `${base}/spans`, format });
});

test("JSON can be selected; gRPC and other schemes are refused without repeating the URL", () => {
  const json = { OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };
  expect(findTracingSetting(json, base)?.format).toBe("http/json");
  const grpc = { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "grpc", ...json };
  expect(() => findTracingSetting(grpc, base)).toThrow(UsageError);
  const wrong = { OTEL_EXPORTER_OTLP_ENDPOINT: "ftp://user:secret@host" };
  expect(() => findTracingSetting(wrong, undefined)).toThrow(
    new UsageError("OTEL_EXPORTER_OTLP_ENDPOINT must be a URL with http or https."),
  );
});

test.each([
  [{}, {}],
  [{ OTEL_TRACES_SAMPLER: "always_on" }, { recordedPart: 1, callersDecide: false }],
  [{ OTEL_TRACES_SAMPLER: "always_off" }, { recordedPart: 0, callersDecide: false }],
  [
    { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" },
    { recordedPart: 0.25, callersDecide: false },
  ],
  [{ OTEL_TRACES_SAMPLER: "parentbased_traceidratio" }, { recordedPart: 1, callersDecide: true }],
])("the variables %j select the sampling %j", (environment, sampling) => {
  const url = `${base}/v1/traces`;
  expect(findTracingSetting(environment, base)).toEqual({ url, format, ...sampling });
});

test.each([
  { OTEL_TRACES_SAMPLER: "jaeger_remote" },
  { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "10%" },
  { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "2" },
])("the sampling %j is refused", (environment) => {
  expect(() => findTracingSetting(environment, base)).toThrow(UsageError);
});

test.each([
  [
    "the flag is used although the exporter is none",
    { OTEL_TRACES_EXPORTER: "none" },
    base,
    { url: `${base}/v1/traces`, format },
  ],
  ["the SDK is disabled although the flag is used", { OTEL_SDK_DISABLED: "true" }, base, undefined],
  [
    "other values do not disable the SDK",
    { OTEL_SDK_DISABLED: "1", OTEL_TRACES_EXPORTER: "otlp" },
    base,
    { url: `${base}/v1/traces`, format },
  ],
  [
    "https is supported",
    {},
    "https://collector/a/",
    { url: "https://collector/a/v1/traces", format },
  ],
  [
    "the protocol of traces takes precedence",
    { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
    base,
    { url: `${base}/v1/traces`, format: "http/json" },
  ],
  [
    "an empty sampler is the default",
    { OTEL_TRACES_SAMPLER: "", OTEL_TRACES_SAMPLER_ARG: "0.5" },
    base,
    { url: `${base}/v1/traces`, format },
  ],
  [
    "all are recorded without a part",
    { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "" },
    base,
    { url: `${base}/v1/traces`, format, recordedPart: 1, callersDecide: false },
  ],
  [
    "the part 0 is valid",
    { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" },
    base,
    { url: `${base}/v1/traces`, format, recordedPart: 0, callersDecide: false },
  ],
  [
    "the part 1 is valid",
    { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "1" },
    base,
    { url: `${base}/v1/traces`, format, recordedPart: 1, callersDecide: true },
  ],
  [
    "the part applies only to traceidratio",
    { OTEL_TRACES_SAMPLER: "parentbased_always_on", OTEL_TRACES_SAMPLER_ARG: "0.5" },
    base,
    { url: `${base}/v1/traces`, format, recordedPart: 1, callersDecide: true },
  ],
])("%s", (_, environment, endpoint, setting) => {
  expect(findTracingSetting(environment, endpoint)).toEqual(setting);
});

test.each([
  [
    { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
    base,
    'OTEL_EXPORTER_OTLP_PROTOCOL "grpc" is not supported. Use http/protobuf or http/json.',
  ],
  [
    { OTEL_TRACES_SAMPLER: "nosuch" },
    base,
    'OTEL_TRACES_SAMPLER "nosuch" is not supported. Use always_on, always_off or traceidratio, or one of them with the prefix parentbased_.',
  ],
  [
    { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "-0.1" },
    base,
    'OTEL_TRACES_SAMPLER_ARG "-0.1" is invalid. Use a number from 0 to 1.',
  ],
  [
    { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "1.1" },
    base,
    'OTEL_TRACES_SAMPLER_ARG "1.1" is invalid. Use a number from 0 to 1.',
  ],
  [{}, "collector:4318", "--otlp-endpoint must be a URL with http or https."],
  [{}, "", "--otlp-endpoint must be a URL with http or https."],
  [
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "secret" },
    undefined,
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be a URL with http or https.",
  ],
])("the variables %j with the flag %s are refused", (environment, endpoint, message) => {
  expect(() => findTracingSetting(environment, endpoint)).toThrow(message);
});
