import { describe, expect, it } from "vitest";
import { openTracing } from "../../../../src/service/engines/tracing/open-tracing.ts";
import { findActiveSpan, type SpanOrigin } from "../../../../src/service/engines/tracing/spans.ts";
import type { TracingSetting } from "../../../../src/service/engines/tracing/tracing-setting.ts";
import { startOtlpReceiver } from "../../../support/network/otlp-receiver.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";
const sampled = `00-${traceId}-${spanId}-01`;
const unsampled = `00-${traceId}-${spanId}-00`;
const description = { name: "request", kind: "server" } as const;

async function start(setting: Partial<TracingSetting> = {}, status = 200) {
  const receiver = await startOtlpReceiver(status);
  const messages: string[] = [];
  const url = `${receiver.url}/v1/traces`;
  const tracing = await openTracing({ url, format: "http/json", ...setting }, "1.2.3", (message) =>
    messages.push(message),
  );
  return { receiver, tracing, messages };
}

/** The received span of a request, and its header. */
async function record(setting: Partial<TracingSetting>, origin: SpanOrigin) {
  const { receiver, tracing } = await start(setting);
  const span = tracing.start(description, origin);
  const { traceparent } = span;
  span.end();
  await tracing.close();
  expect(receiver.spans.length).toBeLessThanOrEqual(1);
  return { span: receiver.spans[0], traceparent };
}

describe("a span", () => {
  it.each<[string, Partial<TracingSetting>, SpanOrigin, boolean]>([
    ["without a caller", {}, {}, true],
    ["of the part 1", { recordedPart: 1 }, { caller: { traceparent: unsampled } }, true],
    ["of the part 0", { recordedPart: 0 }, {}, false],
    [
      "of the part 0 with a caller",
      { recordedPart: 0 },
      { caller: { traceparent: sampled } },
      false,
    ],
    [
      "of a caller who decides to record",
      { recordedPart: 0, callersDecide: true },
      { caller: { traceparent: sampled } },
      true,
    ],
    [
      "of a caller who decides not to record",
      { callersDecide: true },
      { caller: { traceparent: unsampled } },
      false,
    ],
    ["of a caller without a trace who decides", { callersDecide: true }, { caller: {} }, true],
    [
      "of a recorded span of the platform",
      { recordedPart: 0 },
      { parent: { traceparent: sampled } },
      true,
    ],
    ["of an unrecorded span of the platform", {}, { parent: { traceparent: unsampled } }, false],
  ])("%s is recorded or not", async (_, setting, origin, isRecorded) => {
    const { span, traceparent } = await record(setting, origin);
    expect(span !== undefined).toBe(isRecorded);
    expect(traceparent).toMatch(isRecorded ? /^00-[\da-f]{32}-[\da-f]{16}-01$/ : /-00$/);
    const continued = (origin.parent ?? origin.caller)?.traceparent !== undefined;
    if (continued) expect(traceparent?.split("-")[1]).toBe(traceId);
    if (span)
      expect([span.parent, traceparent?.split("-")[2]]).toEqual([
        continued ? spanId : undefined,
        span.spanId,
      ]);
  });

  it("continues the trace of the platform rather than that of its caller", async () => {
    const other = sampled.replace("0af7", "1af7");
    const { span } = await record(
      {},
      { parent: { traceparent: other }, caller: { traceparent: sampled } },
    );
    expect(span?.traceId).toBe(other.split("-")[1]);
  });

  it("may have a link, and invalid headers are ignored", async () => {
    const linked = await record({}, { link: sampled });
    expect(linked.span?.links).toEqual([{ traceId, spanId }]);
    expect(linked.span?.traceId).not.toBe(traceId);
    const invalid = await record({}, { link: "x", caller: { traceparent: "y" } });
    expect([invalid.span?.links, invalid.span?.parent]).toEqual([[], undefined]);
  });

  it("has its attributes, its children and its failure, and is active during its work", async () => {
    const { receiver, tracing } = await start();
    const span = tracing.start({ ...description, attributes: { a: 1 } }, {});
    const child = span.startChild({ name: "query", kind: "client", attributes: { b: true } });
    expect(span.run(findActiveSpan)).toBe(span);
    expect(findActiveSpan()).toBe(undefined);
    child.setAttributes({ c: "d" });
    child.fail("TypeError");
    child.end();
    span.end();
    await tracing.close();
    const [query, request] = receiver.spans;
    expect(query).toMatchObject({
      ...{ name: "query", kind: 3, hasFailed: true, parent: request?.spanId },
      attributes: { b: true, c: "d", "error.type": "TypeError" },
    });
    expect(request).toMatchObject({
      name: "request",
      kind: 2,
      hasFailed: false,
      attributes: { a: 1 },
    });
    expect(receiver.resources[0]).toMatchObject({
      "service.name": "tome",
      "service.version": "1.2.3",
    });
  });
});

it("a receiver that refuses spans is reported", async () => {
  const { tracing, messages } = await start({}, 400);
  tracing.start(description, {}).end();
  await tracing.close();
  expect(messages).toEqual(["Sending traces failed."]);
});

it("spans may be sent as Protocol Buffers", async () => {
  const { receiver, tracing } = await start({ format: "http/protobuf" });
  tracing.start(description, {}).end();
  await tracing.close();
  expect(receiver.requests.map(({ path, type }) => [path, type])).toEqual([
    ["/v1/traces", "application/x-protobuf"],
  ]);
});
