/** Looks at everything that a command needs, and says of each whether it is well or what cures it. */
import type { Context, Result } from "../context.ts";
import { current } from "../contract/user.ts";
import { Problem, Unauthenticated, Unsettled } from "../errors.ts";
import { completionState } from "./completion-state.ts";
import { personIn } from "./person.ts";

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly found: string;
  readonly cure: string | null;
}

/** Beyond this difference of the clocks, in seconds, signatures and limits go wrong. */
const largestSkew = 60;

export async function examine(context: Context): Promise<Result> {
  const findings = [
    well("tome", context.version),
    well("Node", process.versions.node),
    ...settingsOf(context),
    proxyOf(context),
    { check: "completion", ...(await completionState(context)) },
    ...(await platformOf(context)),
  ];
  const faults = findings.filter(({ ok }) => !ok).length;
  return {
    list: (async function* () {
      yield findings.map((finding) => ({ ...finding }));
    })(),
    columns: [
      { header: "CHECK", path: "check" },
      { header: "OK", path: "ok", as: "flag" },
      { header: "FOUND", path: "found", wide: true },
      { header: "CURE", path: "cure", wide: true },
    ],
    none: "",
    unsettled: () =>
      faults === 0
        ? undefined
        : new Unsettled("findings", `${faults} of ${findings.length} checks found a fault.`),
  };
}

function well(check: string, found: string): Finding {
  return { check, ok: true, found, cure: null };
}

function fault(check: string, found: string, cure: string): Finding {
  return { check, ok: false, found, cure };
}

function settingsOf({ settings, store }: Context): Finding[] {
  const { profile, baseUrl, local, dataDir } = settings;
  return [
    well("settings", store.path),
    well("profile", `${profile.value} (${profile.from})`),
    well(
      "platform",
      local ? `embedded, in ${dataDir.value}` : `${baseUrl.value} (${baseUrl.from})`,
    ),
    well("tokens", tokensIn(store.tokens.places(baseUrl.value))),
  ];
}

function tokensIn(places: readonly string[]): string {
  return places.length === 0 ? "none kept for this address" : places.join(" and ");
}

function proxyOf({ env }: Context): Finding {
  const names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"];
  const set = names.filter((name) => (env[name] ?? "") !== "");
  return well("proxy", set.length === 0 ? "none" : `from ${set.join(", ")}`);
}

/** One request tells of the token, the way to the platform and its clock. */
async function platformOf(context: Context): Promise<Finding[]> {
  const { profile, baseUrl } = context.settings;
  try {
    const token = await context.token();
    if (token === undefined) throw new Unauthenticated("There is no token.");
    const client = await context.client();
    const { value, headers } = await client.call(current, {});
    return [
      well("token", `${personIn(value).name} (${token.from})`),
      well("reachable", "yes"),
      clockOf(headers.date),
    ];
  } catch (error) {
    const login = `tome auth login --profile ${profile.value}`;
    if (error instanceof Unauthenticated) return [fault("token", error.message, login)];
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof Problem && error.status === 401) {
      return [fault("token", message, login), well("reachable", "yes")];
    }
    return [fault("reachable", message, `Check the address ${baseUrl.value} and the network.`)];
  }
}

function clockOf(date: string | undefined): Finding {
  const there = Date.parse(date ?? "");
  if (Number.isNaN(there)) return well("clock", "the platform does not tell its time");
  const skew = Math.round((Date.now() - there) / 1000);
  const found = `${Math.abs(skew)} s ${skew < 0 ? "behind" : "ahead of"} the platform`;
  return Math.abs(skew) <= largestSkew
    ? well("clock", found)
    : fault(
        "clock",
        found,
        "Set this machine's clock; rate limits and signed addresses depend on it.",
      );
}
