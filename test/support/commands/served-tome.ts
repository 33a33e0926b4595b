/** Runs commands with a platform that stays open, instead of opening the local one for each command. */
import { serve } from "../platforms/served.ts";
import { openTome, type Tome } from "./tome.ts";

/** A tome whose platform has one organization, as the local one at first. */
export async function openServedTome(): Promise<Tome> {
  const { server, send } = await serve();
  const { items } = JSON.parse((await send("GET /v1/orgs")).body);
  const tome = openTome();
  const platform = {
    TOME_BASE_URL: server.url,
    TOME_TOKEN: server.token,
    TOME_ORG: String(items[0].id),
  };
  return (line, ask = {}) => tome(line, { ...ask, env: { ...platform, ...ask.env } });
}
