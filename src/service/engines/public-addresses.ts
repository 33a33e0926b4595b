/**
 * Which IP addresses belong to the public internet. All others lead to this machine or into the
 * networks around it, which a token alone must not open.
 */
import { BlockList, isIPv4, isIPv6 } from "node:net";

/** What IANA lists as not globally reachable, or as leading to such addresses by translation. */
const special: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // Multicast, reserved and broadcast.
  ["224.0.0.0", 3],
  // Teredo, benchmarking, overlays.
  ["2001::", 23],
  ["2001:db8::", 32],
  // 6to4 contains an IPv4 address.
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
];

/**
 * All of IPv6 that is assigned. Everything else in IPv6 is no public address: loopback, link-local,
 * unique local, multicast, and the forms that contain an IPv4 address (mapped, compatible, translated
 * by NAT64).
 */
const global: readonly [network: string, prefix: number] = ["2000::", 3];

/**
 * Created for the first address that is checked: most commands check none, and need not wait for it.
 * Of the process: the lists are the same for all.
 */
let lists: { readonly special: BlockList; readonly global: BlockList } | undefined;

/** @param address an IP address as the system writes it; anything else is not public */
export function isPublicAddress(address: string): boolean {
  lists ??= { special: buildBlockList(special), global: buildBlockList([global]) };
  if (isIPv4(address)) return !lists.special.check(address, "ipv4");
  // An address with a zone, as fe80::1%eth0, belongs to one link.
  if (!isIPv6(address) || address.includes("%")) return false;
  return lists.global.check(address, "ipv6") && !lists.special.check(address, "ipv6");
}

function buildBlockList(networks: typeof special): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) {
    list.addSubnet(network, prefix, isIPv4(network) ? "ipv4" : "ipv6");
  }
  return list;
}

/**
 * What cures a refusal of a private address, wherever the platform runs: with `--local` that is the
 * command itself, and there is no server to give a flag to.
 */
export const howToAllowPrivate =
  "TOME_ALLOW_PRIVATE=true allows it: with --local in the environment of the command, else where the platform is started, where tome serve also takes --allow-private";
