/** A space that is connected to a repository, for tests of connections. */
import type { Output } from "../../../src/contract/endpoint.ts";
import * as git from "../../../src/contract/git.ts";
import * as installation from "../../../src/contract/git-installation.ts";
import type { ServiceOptions } from "../../../src/service/service.ts";
import { openWorkspace } from "../platforms/workspace.ts";
import { gitSpaceIn, main } from "./git-space.ts";

export type Installation = Output<typeof installation.install>;

interface ConnectionWish {
  readonly url: string;
  /** `main` by default; undefined for the default branch of the repository. */
  readonly branch?: string | undefined;
  readonly priority?: "git" | "gitbook";
  readonly projectDirectory?: string;
  readonly accessToken?: string;
  readonly provider?: "git" | "github" | "gitlab";
}

/** @param options a check interval is set by default, as on a server */
export async function connectableSpace(options: ServiceOptions = {}) {
  const given = { allowPrivate: true, gitCheckSeconds: 300, ...options };
  const workspace = await openWorkspace(given);
  const space = await gitSpaceIn(workspace);
  const { admin, spaceId } = space;
  async function configure(
    installationId: string,
    { provider = "git", url, accessToken, ...wish }: ConnectionWish,
  ): Promise<void> {
    const { branch, ...more } = { branch: main, ...wish };
    const providerConfiguration = {
      url,
      ...(branch !== undefined && { branch }),
      ...(accessToken && { accessToken }),
    };
    const input = { installationId, provider, providerConfiguration, ...more };
    await workspace.ok(admin, installation.update, input);
    await workspace.service.jobs.finish();
  }
  return {
    ...space,
    configure,
    /** Creates the installation, without a repository. */
    install: async () => {
      const target = { type: "space" as const, spaceId };
      return workspace.ok(admin, installation.install, { provider: "git", target });
    },
    /** Connects the space and waits for the first sync. */
    async connect({ provider = "git", ...wish }: ConnectionWish): Promise<Installation> {
      const target = { type: "space" as const, spaceId };
      const made = await workspace.ok(admin, installation.install, { provider, target });
      await configure(made.id, { provider, ...wish });
      return made;
    },
    async disconnect(installationId: string): Promise<void> {
      await workspace.ok(admin, installation.uninstall, { installationId });
    },
    async sync(installationId: string): Promise<Output<typeof git.info>> {
      await workspace.ok(admin, installation.sync, { installationId });
      await workspace.service.jobs.finish();
      return workspace.ok(admin, git.info, { spaceId });
    },
    /** Waits until the next check of the branch, and its results. */
    async waitForCheck(): Promise<Output<typeof git.info>> {
      const info = await workspace.ok(admin, git.info, { spaceId });
      const at = Date.parse(info.nextCheckAt ?? "");
      workspace.time.now = new Date(Math.max(at, workspace.now.getTime()) + 1);
      workspace.service.jobs.reload();
      await workspace.service.jobs.finish();
      return workspace.ok(admin, git.info, { spaceId });
    },
    async show(installationId: string): Promise<Installation> {
      return workspace.ok(admin, installation.get, { installationId });
    },
  };
}
