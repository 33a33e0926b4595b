/** The programs of the system that some tests run, if they are installed. */
import { spawnSync } from "node:child_process";

/** By command: its Debian package, and what is tested with it. */
export const programs = {
  bash: { debian: "bash", for: "completion in bash" },
  zsh: { debian: "zsh", for: "completion in zsh" },
  fish: { debian: "fish", for: "completion in fish" },
  groff: { debian: "groff-base", for: "the form of the manual pages" },
  man: { debian: "man-db", for: "that man finds the manual pages" },
  strace: { debian: "strace", for: "that completion starts no process" },
  sshd: { debian: "openssh-server", for: "import and export by git over ssh" },
  git: { debian: "git", for: "import and export by git" },
  script: { debian: "bsdutils", for: "output and prompts on a terminal" },
  tmux: { debian: "tmux", for: "the screen of a terminal" },
  "dbus-daemon": { debian: "dbus-daemon", for: "tokens in the keyring of a desktop" },
  "gnome-keyring-daemon": { debian: "gnome-keyring", for: "tokens in GNOME's keyring" },
  "pre-commit": { debian: "pre-commit", for: "the hook that checks a commit" },
  chromium: { debian: "chromium", for: "published sites in a browser" },
  pdftotext: { debian: "poppler-utils", for: "reading the PDFs that are made" },
};

/** @returns {string[]} the commands that this system lacks */
export function missingPrograms() {
  const isMissing = (/** @type {string} */ name) =>
    spawnSync(name, ["--version"], { stdio: "ignore" }).error !== undefined;
  return Object.keys(programs).filter(isMissing);
}
