/** A receiver of traces that decodes OTLP/HTTP with JSON. */
import { gunzipSync } from "node:zlib";
import * as z from "zod/mini";
import { answering } from "./answering.ts";

const attribute = z.object({
  key: z.string(),
  value: z.record(z.string(), z.unknown()),
});
const spanModel = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(attribute),
  links: z.optional(z.array(z.object({ traceId: z.string(), spanId: z.string() }))),
  status: z.object({ code: z.optional(z.number()) }),
});
const requestModel = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanModel) })),
    }),
  ),
});

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** Whether the span has the status "error". */
  readonly hasFailed: boolean;
}

export interface OtlpReceiver {
  /** The base URL. */
  readonly url: string;
  /** Received so far. */
  readonly spans: ReceivedSpan[];
  readonly resources: Readonly<Record<string, unknown>>[];
  /** The content types and bodies of all requests. */
  readonly requests: { readonly path: string; readonly type: string; readonly body: Buffer }[];
}

/** @param status the status of all responses */
export async function startOtlpReceiver(status = 200): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const resources: Readonly<Record<string, unknown>>[] = [];
  const requests: OtlpReceiver["requests"] = [];
  const { url } = await answering(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks);
    const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(raw) : raw;
    const type = request.headers["content-type"] ?? "";
    requests.push({ path: request.url ?? "", type, body });
    if (type === "application/json") {
      for (const { resource, scopeSpans } of requestModel.parse(JSON.parse(body.toString()))
        .resourceSpans) {
        resources.push(readAttributes(resource.attributes));
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push(readSpan(span));
      }
    }
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  return { url, spans, resources, requests };
}

function readSpan(span: z.infer<typeof spanModel>): ReceivedSpan {
  const { traceId, spanId, parentSpanId, name, kind, attributes, links = [], status } = span;
  return {
    ...{ traceId, spanId, name, kind },
    parent: parentSpanId === "" ? undefined : parentSpanId,
    attributes: readAttributes(attributes),
    links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
    hasFailed: status.code === 2,
  };
}

function readAttributes(attributes: readonly z.infer<typeof attribute>[]) {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
