/** Requests to the sign-in routes as their handlers receive them, and a provider of an organization. */
import * as saml from "../../../../src/contract/saml.ts";
import type { PublicRequest } from "../../../../src/service/core/public-route.ts";
import { openSecretBox } from "../../../../src/service/engines/secret-box.ts";
import { certificate } from "../../../support/network/loopback.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

export interface Sent {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: Readonly<Record<string, string>>;
  readonly base?: string;
}

export const base = "http://127.0.0.1:4000";

/** An organization with a verified domain, whose users join by signing in, and its provider. */
export async function openRequests() {
  const workspace = await openWorkspace({ log: () => undefined });
  const { db } = workspace;
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  await workspace.vouch(org, "example.com");
  await db
    .updateTable("organizations")
    .set({ email_domains: '["example.com"]' })
    .where("id", "=", org)
    .execute();
  const secretBox = openSecretBox(undefined);
  const logged: string[] = [];
  /** Creates a provider. @returns its row */
  const addProvider = async (label: string, organizationId = org, caller = admin) => {
    const { id } = await workspace.ok(caller, saml.create, {
      organizationId,
      label,
      entityID: "https://login.example.com/metadata",
      certificate,
      ssoURL: "https://login.example.com/sso?tenant=1",
      defaultRole: "comment",
    });
    return db
      .selectFrom("saml_providers")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  };
  const provider = await addProvider("Login");
  const path = { organizationId: org, samlProviderId: provider.id };
  const request = ({ query = {}, body, headers = {}, ...more }: Sent = {}): PublicRequest => ({
    ...{ db, secretBox, caller: "", base, path, now: workspace.now },
    query: new URLSearchParams(query),
    request: { method: body === undefined ? "GET" : "POST", url: base, headers, body },
    log: (message, error) => logged.push(`${message} ${(error as Error).message}`),
    ...more,
  });
  /** Advances the clock, in milliseconds. */
  const pass = (milliseconds: number) => {
    workspace.time.now = new Date(workspace.now.getTime() + milliseconds);
  };
  return { workspace, db, org, admin, provider, addProvider, request, secretBox, logged, pass };
}
