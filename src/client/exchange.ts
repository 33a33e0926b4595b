/** Carries one request to its end: attempts, waits and redirects, under one deadline. */
import type { Headers, Transport } from "../contract/wire.ts";
import { Unreachable, Unsettled } from "../errors.ts";
import { writeJson } from "../json/text.ts";
import { readBeginning, readText } from "./body.ts";
import { type Clock, type Deadline, openDeadline } from "./deadline.ts";
import { requestIdOf } from "./headers.ts";
import { redirectOf } from "./redirects.ts";
import type { Prepared } from "./request.ts";
import { isReading, mayRepeat, waitBefore } from "./retry.ts";
import { isSameOrigin } from "./token.ts";
import type { Tracer } from "./trace.ts";
import type { WholeAnswer } from "./whole-answer.ts";

/** What all requests of a client have in common. */
export interface Line {
  readonly base: URL;
  readonly token: string | undefined;
  readonly userAgent: string;
  readonly transport: Transport;
  readonly timeoutSeconds: number;
  readonly retries: number;
  /** The largest body that is taken in, in bytes. */
  readonly largestBody: number;
  readonly clock: Clock;
  readonly tracer: Tracer | undefined;
}

export type Ended<T> =
  | { readonly success: true; readonly answer: WholeAnswer; readonly value: T }
  | { readonly success: false; readonly answer: WholeAnswer };

type Attempted<T> = Ended<T> | { readonly fault: Unreachable };

/**
 * @param read reads an answer of success; where it throws `Unreachable` the attempt has failed
 * @throws Unreachable where no whole answer came to a request that cannot have changed anything
 * @throws Unsettled where no whole answer came, and a write may have been carried out
 * @throws Problem where the server sends the request to another place
 */
export async function exchange<T>(
  request: Prepared,
  line: Line,
  read: (answer: WholeAnswer) => Promise<T>,
): Promise<Ended<T>> {
  const body =
    request.body &&
    ("text" in request.body ? request.body.text : await writeJson(request.body.value));
  const deadline = openDeadline(line.timeoutSeconds, line.clock);
  let uncertain = false;
  for (let failed = 0; ; failed++) {
    const attempted = await attempt(request, body, line, deadline, read);
    if ("success" in attempted && attempted.success) return attempted;
    const failure = "fault" in attempted ? attempted : attempted.answer;
    if ("fault" in failure && failure.fault.arrived === "perhaps") uncertain = !isReading(request);
    if (failed < line.retries && mayRepeat(request, failure)) {
      const wait = waitBefore(failed, failure, line.clock.random());
      if (deadline.allows(wait)) {
        line.tracer?.wait(wait);
        await line.clock.sleep(wait);
        continue;
      }
    }
    if (uncertain) throw unknownOutcome(request, attempted);
    if ("fault" in attempted) throw attempted.fault;
    return attempted;
  }
}

async function attempt<T>(
  request: Prepared,
  body: string | undefined,
  line: Line,
  deadline: Deadline,
  read: (answer: WholeAnswer) => Promise<T>,
): Promise<Attempted<T>> {
  try {
    for (let hops = 0, url = request.url; ; hops++) {
      const answer = await send(request, url, body, line, deadline);
      const next = redirectOf(request, answer, hops);
      if (next !== undefined) url = next;
      else if (answer.status < 200 || answer.status > 299) return { success: false, answer };
      else return { success: true, answer, value: await read(answer) };
    }
  } catch (error) {
    if (error instanceof Unreachable) return { fault: error };
    throw error;
  }
}

async function send(
  request: Prepared,
  url: URL,
  body: string | undefined,
  line: Line,
  deadline: Deadline,
): Promise<WholeAnswer> {
  const { tracer, clock } = line;
  const outgoing = {
    method: request.method,
    url: url.href,
    headers: headersFor(request, url, line),
    body,
    secrets: request.secrets,
    signal: deadline.signal,
  };
  const start = clock.now();
  let requestId: string | undefined;
  tracer?.request(outgoing);
  try {
    const response = await line.transport(outgoing);
    requestId = requestIdOf(response.headers);
    const isSuccess = response.status >= 200 && response.status <= 299;
    const text = await (isSuccess ? readText(response, line.largestBody) : readBeginning(response));
    tracer?.answer(outgoing, response, text, clock.now() - start);
    return { status: response.status, headers: response.headers, text, url };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    const fault = deadline.signal.aborted ? deadline.fault(url.host, error.arrived) : error;
    if (requestId !== undefined) fault.message += ` The request id is ${requestId}.`;
    tracer?.fault(fault.message, clock.now() - start);
    throw fault;
  }
}

function headersFor(request: Prepared, url: URL, line: Line): Headers {
  return {
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": line.userAgent,
    ...request.headers,
    ...(line.token !== undefined && isSameOrigin(url, line.base)
      ? { authorization: `Bearer ${line.token}` }
      : {}),
  };
}

function unknownOutcome<T>(request: Prepared, last: Attempted<T>): Unsettled {
  const cause =
    "fault" in last
      ? last.fault.message
      : `An attempt broke off, and the next was answered with status ${last.answer.status}.`;
  return new Unsettled(
    "unknown",
    `${cause} The ${request.method} may have been carried out; look before you repeat it.`,
    `tome api GET ${request.check}`,
  );
}
