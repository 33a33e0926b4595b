/** Lists the profiles, each with its platform and the place of its token. */
import type { Context, Result } from "../context.ts";

export async function listProfiles({ store }: Context): Promise<Result> {
  const rows = store.accounts().map(({ name, inUse, baseUrl, places }) => ({
    profile: name,
    inUse,
    baseUrl: baseUrl ?? "embedded",
    token: places.length === 0 ? null : places.join(" and "),
  }));
  return {
    list: (async function* () {
      yield rows;
    })(),
    columns: [
      { header: "PROFILE", path: "profile" },
      { header: "IN USE", path: "inUse", as: "flag" },
      { header: "PLATFORM", path: "baseUrl", wide: true },
      { header: "TOKEN", path: "token", wide: true },
    ],
    none: "There are no profiles.",
  };
}
