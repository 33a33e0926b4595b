/** Name of a database in messages and file names, without its password. */

/** @returns such as `postgres://db.example.com:5432/tome`; only the kind for an invalid URL */
export function getDatabaseLocation(address: string): string {
  try {
    const { protocol, host, pathname } = new URL(address);
    return `${protocol}//${host}${pathname}`;
  } catch {
    return "the PostgreSQL database";
  }
}

/** Whether the URL contains a password. */
export function hasPassword(address: string): boolean {
  try {
    const { password, searchParams } = new URL(address);
    return password !== "" || searchParams.has("password");
  } catch {
    return false;
  }
}
