import { describe, expect, test } from "vitest";
import type { RepositoryAddress } from "../../../../src/service/engines/git/address.ts";
import { GitFailure } from "../../../../src/service/engines/git/failure.ts";
import { createSshCommand } from "../../../../src/service/engines/git/ssh.ts";
import { isPublicAddress } from "../../../../src/service/engines/network/public-addresses.ts";

const [open, other, closed, own] = [
  "93.184.215.14",
  "2606:2800:21f:cb07::1",
  "10.0.0.7",
  "127.0.0.1",
];

/** The options of the command for a repository whose host has these IP addresses. */
async function getOptions(url: string, addresses: readonly string[]): Promise<readonly string[]> {
  const { hostname } = new URL(url);
  const repository: RepositoryAddress = { scheme: "ssh", url, hostname, name: "acme/docs" };
  const files = new Map([
    ["git.example.com", "/keys/git"],
    ["git.example.com:2222", "/keys/o'ther"],
  ]);
  const egress = { mayReach: isPublicAddress, sshKeys: { files, knownHosts: "/keys/hosts" } };
  const command = await createSshCommand(repository, egress, async () =>
    addresses.map((address) => ({ address })),
  );
  return [...command.matchAll(/'-o' '((?:[^']|'\\'')*)'/g)].map(([, option = ""]) => option);
}

describe("a host", () => {
  const url = "ssh://git@git.example.com/acme/docs.git";

  test.each([[[open]], [[other, open]], [[open, other]]])(
    "with the public addresses %j is reached at the first one",
    async (addresses) => {
      expect(await getOptions(url, addresses)).toContain(`HostName=${addresses[0]}`);
    },
  );

  test.each([
    [[closed]],
    [[open, closed]],
    [[closed, open]],
    [[open, other, own]],
    [["::1", open]],
    [[]],
  ])("with the addresses %j is refused", async (addresses) => {
    await expect(getOptions(url, addresses)).rejects.toThrow(GitFailure);
  });

  test.each([
    ["ssh://git.example.com/acme/docs.git", "git", 22, "git.example.com"],
    ["ssh://ada@git.example.com:22/acme/docs.git", "ada", 22, "git.example.com"],
    ["ssh://git@git.example.com:2222/acme/docs.git", "git", 2222, "[git.example.com]:2222"],
  ])(
    "of %s has the user %s, the port %d and the known name %s",
    async (address, user, port, alias) => {
      expect(await getOptions(address, [open])).toEqual(
        expect.arrayContaining([`User=${user}`, `Port=${port}`, `HostKeyAlias=${alias}`]),
      );
    },
  );

  test("is authenticated by its known key only, without settings of the machine", async () => {
    expect(await getOptions(url, [open])).toEqual(
      expect.arrayContaining([
        "BatchMode=yes",
        "GlobalKnownHostsFile=none",
        "IdentitiesOnly=yes",
        "IdentityAgent=none",
        'IdentityFile="/keys/git"',
        "StrictHostKeyChecking=yes",
        "UpdateHostKeys=no",
        'UserKnownHostsFile="/keys/hosts"',
      ]),
    );
    const quoted = await getOptions(url.replace(".com/", ".com:2222/"), [open]);
    expect(quoted).toContain(`IdentityFile="/keys/o'\\''ther"`);
  });

  test("without a key is refused", async () => {
    await expect(getOptions("ssh://git@elsewhere.example/a/b.git", [open])).rejects.toThrow(
      "no SSH key for elsewhere.example",
    );
  });
});
