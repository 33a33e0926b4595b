/** System programs that some tests require. */
import { spawnSync } from "node:child_process";

/** Debian packages and tested features by command. */
export const programs = {
  bash: { debian: "bash", for: "completion in bash" },
  zsh: { debian: "zsh", for: "completion in zsh" },
  fish: { debian: "fish", for: "completion in fish" },
  groff: { debian: "groff-base", for: "the format of the manual pages" },
  man: { debian: "man-db", for: "the lookup of manual pages" },
  strace: { debian: "strace", for: "the processes that completion starts" },
  sshd: { debian: "openssh-server", for: "Git import and export over SSH" },
  git: { debian: "git", for: "Git import and export" },
  script: { debian: "bsdutils", for: "output and prompts on a terminal" },
  tmux: { debian: "tmux", for: "terminal screens" },
  "dbus-daemon": { debian: "dbus-daemon", for: "tokens in a desktop keyring" },
  "gnome-keyring-daemon": { debian: "gnome-keyring", for: "tokens in the GNOME keyring" },
  "pre-commit": { debian: "pre-commit", for: "the pre-commit hook" },
  chromium: { debian: "chromium", for: "published sites in a browser" },
  nginx: { debian: "nginx-light", for: "sites behind nginx" },
  caddy: { debian: "caddy", for: "sites behind Caddy" },
  xmlsec1: { debian: "xmlsec1", for: "SAML responses of pysaml2" },
  make_metadata: { debian: "python3-pysaml2", for: "SAML responses of pysaml2" },
  valgrind: { debian: "valgrind", for: "the instructions that commands execute" },
  pdftotext: { debian: "poppler-utils", for: "PDF exports" },
};

/** @returns {string[]} the commands that are not installed */
export function missingPrograms() {
  const isMissing = (/** @type {string} */ name) =>
    spawnSync(name, ["--version"], { stdio: "ignore" }).error !== undefined;
  return Object.keys(programs).filter(isMissing);
}
